//! In how many ways an automaton can read one text.

use super::Refusal;
use super::automaton::Automaton;
use super::charset::Charset;

/// How many places a loop may have.
const LARGEST_LOOP: usize = 128;

/// How many steps a match may take over what is not a loop.
const MOST_STEPS: f64 = 1e7;

/// How many loops can read the same text one after the other: the power of its length that a match may take.
pub(super) fn degree(automaton: &Automaton) -> Result<usize, Refusal> {
    let components = components(automaton);
    let loops: Vec<Loop> = components.into_iter().filter_map(|places| Loop::of(automaton, places)).collect();
    for one in &loops {
        if one.places.len() > LARGEST_LOOP {
            return Err(Refusal::TooLarge);
        }
        if one.is_ambiguous(automaton) {
            return Err(Refusal::Catastrophic);
        }
    }
    // The components come with the last ones first.
    let mut degrees: Vec<usize> = Vec::with_capacity(loops.len());
    for (index, one) in loops.iter().enumerate() {
        let after = loops.iter().zip(&degrees).take(index);
        let after = after.filter(|(other, _)| one.reaches(other, automaton)).map(|(_, degree)| *degree);
        degrees.push(1 + after.max().unwrap_or(0));
    }
    if steps(automaton) > MOST_STEPS {
        return Err(Refusal::Catastrophic);
    }
    Ok(degrees.into_iter().max().unwrap_or(0))
}

/// Places that lead to each other.
struct Loop {
    places: Vec<usize>,
    /// All that it reads.
    alphabet: Charset,
}

impl Loop {
    fn of(automaton: &Automaton, places: Vec<usize>) -> Option<Self> {
        let leads_to_itself = |place: usize| next(automaton, place).iter().any(|&(to, _)| to == place);
        if let [only] = places.as_slice()
            && !leads_to_itself(*only)
        {
            return None;
        }
        let mut alphabet = Charset::default();
        places.iter().filter_map(|place| automaton.sets.get(*place)).for_each(|set| alphabet.add_all(set));
        Some(Self { places, alphabet })
    }

    /// Whether it can read some text in two ways and be at the same place again.
    ///
    /// Two readers start at the same place and read the same characters. If they can part and meet again, they can
    /// do so any number of times. A pair of places is reached from a common one if it is marked in `parted`, and
    /// leads to a common one if it is marked in `meeting`.
    fn is_ambiguous(&self, automaton: &Automaton) -> bool {
        let size = self.places.len();
        let local = |place: usize| self.places.iter().position(|one| *one == place);
        // Transitions inside the loop, both ways.
        let mut forward: Vec<Vec<usize>> = vec![Vec::new(); size];
        let mut backward = forward.clone();
        for (from, place) in self.places.iter().enumerate() {
            for &(to, doubled) in next(automaton, *place) {
                let Some(to) = local(to) else { continue };
                if doubled {
                    return true;
                }
                forward.iter_mut().skip(from).take(1).for_each(|list| list.push(to));
                backward.iter_mut().skip(to).take(1).for_each(|list| list.push(from));
            }
        }
        let sets: Vec<&Charset> = self.places.iter().filter_map(|place| automaton.sets.get(*place)).collect();
        let meets: Vec<Vec<bool>> =
            sets.iter().map(|one| sets.iter().map(|other| one.meets(other)).collect()).collect();
        let meet = |pair: (usize, usize)| meets.get(pair.0).and_then(|row| row.get(pair.1)) == Some(&true);
        let parted = reached(size, &forward, meet);
        let meeting = reached(size, &backward, meet);
        let apart = |index: usize| index / size != index % size;
        parted
            .iter()
            .zip(&meeting)
            .enumerate()
            .any(|(index, (parted, meeting))| *parted && *meeting && apart(index))
    }

    /// Whether what it reads can be read by a later loop instead, all the way from here to there.
    fn reaches(&self, later: &Self, automaton: &Automaton) -> bool {
        let common = self.alphabet.intersection(&later.alphabet);
        let readable = |place: &usize| automaton.sets.get(*place).is_some_and(|set| set.meets(&common));
        let mut seen = vec![false; automaton.sets.len()];
        let mut pending = self.places.clone();
        while let Some(place) = pending.pop() {
            for (to, _) in next(automaton, place).iter().filter(|(to, _)| readable(to)) {
                if later.places.contains(to) {
                    return true;
                }
                if let Some(seen) = seen.get_mut(*to)
                    && !std::mem::replace(seen, true)
                {
                    pending.push(*to);
                }
            }
        }
        false
    }
}

/// The pairs of places to which two readers of the same text come from a common place.
fn reached(size: usize, next: &[Vec<usize>], meet: impl Fn((usize, usize)) -> bool) -> Vec<bool> {
    let mut seen = vec![false; size * size];
    let mut pending: Vec<(usize, usize)> = (0..size).map(|place| (place, place)).collect();
    let of = |place: usize| next.get(place).into_iter().flatten().copied();
    while let Some((one, other)) = pending.pop() {
        for pair in of(one).flat_map(|one| of(other).map(move |other| (one, other))) {
            if let Some(seen) = seen.get_mut(pair.0 * size + pair.1)
                && meet(pair)
                && !std::mem::replace(seen, true)
            {
                pending.push(pair);
            }
        }
    }
    seen
}

/// How many steps an engine takes over a text that is made to be bad: each of its characters is the one that leaves
/// the most ways to go on. It is as long as there are places, so that what follows each other is all tried.
fn steps(automaton: &Automaton) -> f64 {
    let mut characters: Vec<u32> = Vec::new();
    for character in automaton.sets.iter().flat_map(Charset::starts) {
        if !characters.contains(&character) {
            characters.push(character);
        }
    }
    let ways = |doubled: bool| if doubled { 2.0 } else { 1.0 };
    let mut here: Vec<f64> = vec![0.0; automaton.sets.len()];
    for &(place, doubled) in &automaton.first {
        here.iter_mut().skip(place).take(1).for_each(|count| *count += ways(doubled));
    }
    let mut total = 0.0;
    for _ in 0..automaton.sets.len().min(60) {
        // Who stands before each place, and how many ways lead there, if the character is read.
        let step = |character: u32| -> (f64, Vec<f64>) {
            let mut there = vec![0.0; here.len()];
            for (place, count) in here.iter().enumerate().filter(|(_, count)| **count > 0.0) {
                if automaton.sets.get(place).is_some_and(|set| set.has(character)) {
                    for &(to, doubled) in next(automaton, place) {
                        there.iter_mut().skip(to).take(1).for_each(|sum| *sum += count * ways(doubled));
                    }
                }
            }
            (there.iter().sum(), there)
        };
        let best = characters.iter().map(|character| step(*character));
        let Some((ways_on, there)) = best.max_by(|one, other| one.0.total_cmp(&other.0)) else { break };
        here = there;
        total += ways_on;
    }
    total
}

/// The strongly connected components, those that lead to no other first (Tarjan's algorithm, without recursion).
fn components(automaton: &Automaton) -> Vec<Vec<usize>> {
    const UNSEEN: usize = usize::MAX;
    let size = automaton.sets.len();
    let mut order = vec![UNSEEN; size];
    let mut lowest = vec![UNSEEN; size];
    let mut open = vec![false; size];
    let (mut stack, mut found, mut count) = (Vec::new(), Vec::new(), 0);
    for root in 0..size {
        let mut path: Vec<(usize, usize)> = Vec::new();
        if order.get(root) == Some(&UNSEEN) {
            path.push((root, 0));
        }
        while let Some((place, branch)) = path.pop() {
            if branch == 0 {
                set(&mut order, place, count);
                set(&mut lowest, place, count);
                set(&mut open, place, true);
                stack.push(place);
                count += 1;
            }
            let mut low = lowest.get(place).copied().unwrap_or_default();
            let targets = next(automaton, place);
            if let Some((done, _)) = branch.checked_sub(1).and_then(|index| targets.get(index)) {
                low = low.min(lowest.get(*done).copied().unwrap_or(UNSEEN));
            }
            let mut descended = false;
            for (index, (to, _)) in targets.iter().enumerate().skip(branch) {
                if order.get(*to) == Some(&UNSEEN) {
                    path.push((place, index + 1));
                    path.push((*to, 0));
                    descended = true;
                    break;
                }
                if open.get(*to) == Some(&true) {
                    low = low.min(order.get(*to).copied().unwrap_or(UNSEEN));
                }
            }
            set(&mut lowest, place, low);
            if !descended && order.get(place) == Some(&low) {
                let start = stack.iter().position(|one| *one == place).unwrap_or_default();
                let component = stack.split_off(start);
                component.iter().for_each(|one| set(&mut open, *one, false));
                found.push(component);
            }
        }
    }
    found
}

fn next(automaton: &Automaton, place: usize) -> &[(usize, bool)] {
    automaton.next.get(place).map(Vec::as_slice).unwrap_or_default()
}

fn set<T>(list: &mut [T], index: usize, value: T) {
    if let Some(place) = list.get_mut(index) {
        *place = value;
    }
}
