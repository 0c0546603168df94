//! What the validator found, as problems.
//!
//! It reports a tree in preorder: a part that does not fit, then what is wrong inside. Only the leaves help whoever
//! has to mend the value; of alternatives, only the one that was meant, where that can be told.

use js_sys::{Array, Map, Object};
use wasm_bindgen::prelude::*;

use super::wording;
use crate::js;
use crate::result::ErrorCode;
use crate::sentences::joined;
use crate::validate::{Problem, pointer_to, shown};

/// How many problems are told.
const MOST: usize = 100;

/// How many alternatives are told apart.
const MOST_ALTERNATIVES: usize = 5;

#[wasm_bindgen]
extern "C" {
    type OutputUnit;
    #[wasm_bindgen(method, getter)]
    fn keyword(this: &OutputUnit) -> String;
    #[wasm_bindgen(method, getter, js_name = keywordLocation)]
    fn keyword_location(this: &OutputUnit) -> String;
    #[wasm_bindgen(method, getter, js_name = instanceLocation)]
    fn instance_location(this: &OutputUnit) -> String;
    #[wasm_bindgen(method, getter)]
    fn error(this: &OutputUnit) -> String;

    #[wasm_bindgen(js_name = decodeURIComponent, catch)]
    fn decode(text: &str) -> Result<Option<js_sys::JsString>, JsValue>;
}

/// One error of the validator.
#[derive(Clone, Debug)]
struct Unit {
    keyword: String,
    /// The way to the keyword from the root of the schema, through references.
    at: String,
    pointer: String,
    error: String,
}

impl Unit {
    fn read(unit: &JsValue) -> Self {
        let unit: &OutputUnit = unit.unchecked_ref();
        let decoded = |location: String| match decode(&location) {
            Ok(Some(text)) => String::from(text),
            _ => location,
        };
        Self {
            keyword: unit.keyword(),
            at: decoded(unit.keyword_location()),
            pointer: decoded(unit.instance_location()).trim_start_matches('#').to_owned(),
            error: unit.error(),
        }
    }

    /// Whether another is about a part of what this one is about.
    fn holds(&self, other: &Self) -> bool {
        // `false` has no way of its own: it comes right after what holds it.
        other.keyword == "false" || other.at.strip_prefix(&*self.at).is_some_and(|rest| rest.starts_with('/'))
    }
}

/// One thing that is wrong.
#[derive(Clone, Debug)]
struct Finding {
    pointer: String,
    keyword: String,
    code: ErrorCode,
    /// What goes on after the place.
    said: String,
    /// Of a wrong type: the right ones.
    types: Option<String>,
}

/// A value, its schema, and all that is needed to say what does not fit.
#[derive(Debug)]
pub(super) struct Findings {
    pub(super) root: JsValue,
    pub(super) lookup: Object,
    pub(super) patterns: Map,
    pub(super) value: JsValue,
}

impl Findings {
    pub(super) fn explain(&self, errors: &Array) -> Vec<Problem> {
        let units: Vec<Unit> = errors.iter().map(|unit| Unit::read(&unit)).collect();
        let mut problems: Vec<Problem> = Vec::new();
        for finding in self.of(&units, None) {
            let Finding { pointer, keyword, code, said, .. } = finding;
            let problem = Problem::at(&pointer, &keyword, code, &said);
            if !problems.contains(&problem) {
                problems.push(problem);
            }
            if problems.len() > MOST {
                problems.truncate(MOST);
                let said = joined(&["has more problems than these ", &MOST.to_string()]);
                problems.push(Problem::at("", "", ErrorCode::InvalidInput, &said));
                break;
            }
        }
        problems
    }

    /// What is wrong, where the errors are about the value itself or about the `name` of a member.
    fn of(&self, units: &[Unit], name: Option<&JsValue>) -> Vec<Finding> {
        let mut findings = Vec::new();
        let mut index = 0;
        while let Some(unit) = units.get(index) {
            let before = index.checked_sub(1).and_then(|index| units.get(index));
            index += 1;
            let rest = units.get(index..).unwrap_or_default();
            let inside = rest.iter().take_while(|other| unit.holds(other)).count();
            let inside = rest.get(..inside).unwrap_or_default();
            match &*unit.keyword {
                // What is wrong inside follows.
                "$ref"
                | "$recursiveRef"
                | "allOf"
                | "if"
                | "properties"
                | "patternProperties"
                | "additionalProperties"
                | "unevaluatedProperties"
                | "dependentSchemas"
                | "items"
                | "prefixItems"
                | "additionalItems"
                | "unevaluatedItems" => {}
                "anyOf" | "oneOf" => {
                    findings.extend(self.alternatives(unit, inside, name));
                    index += inside.len();
                }
                "propertyNames" => {
                    let named = inside.first().map_or(&unit.pointer, |first| &first.pointer);
                    let name = named.rsplit_once('/').map_or_else(String::new, |(_, name)| unescaped(name));
                    let why = self.of(inside, Some(&name.into())).into_iter().map(|inner| inner.said);
                    let why: Vec<String> = why.collect();
                    let said = joined(&["has a name that is not allowed: it ", &why.join(", and ")]);
                    findings.push(unit.finding(named, ErrorCode::ConstraintViolation, said));
                    index += inside.len();
                }
                "contains" => {
                    findings.extend(self.leaf(unit, name));
                    index += inside.len();
                }
                "false" => findings.push(self.refused(unit, before)),
                // The items that `minContains` is short of come before it.
                _ if rest.iter().any(|later| later.counts(unit)) => {}
                _ => findings.extend(self.leaf(unit, name)),
            }
        }
        findings
    }

    /// What does not fit by itself.
    fn leaf(&self, unit: &Unit, name: Option<&JsValue>) -> Vec<Finding> {
        let schema = self.schema_of(&unit.at);
        let value = name.cloned().unwrap_or_else(|| self.value_at(&unit.pointer));
        let keyword = |name: &str| match schema.is_object() {
            true => js::get_exactly(&schema, &name.into()).unwrap_or_default(),
            false => JsValue::UNDEFINED,
        };
        let missing = |names: &JsValue, said: &str| -> Vec<Finding> {
            let names = js::copy_of(names).unwrap_or_default();
            let absent = names.iter().filter(|name| !has(&value, name)).filter_map(|name| name.as_string());
            absent
                .map(|name| {
                    let pointer = pointer_to(&unit.pointer, &name);
                    unit.finding(&pointer, ErrorCode::MissingRequired, said.to_owned())
                })
                .collect()
        };
        match &*unit.keyword {
            "type" => {
                let types = wording::types(&keyword("type"));
                let said = joined(&["must be ", &types, ", not ", &wording::actual(&value)]);
                let finding = unit.finding(&unit.pointer, ErrorCode::TypeError, said);
                vec![Finding { types: Some(types), ..finding }]
            }
            "required" => missing(&keyword("required"), "is missing: it is required"),
            name @ ("dependentRequired" | "dependencies") => {
                let dependencies: Object = keyword(name).unchecked_into();
                let mut findings = Vec::new();
                for entry in Object::entries(&dependencies).iter() {
                    let entry: Array = entry.unchecked_into();
                    let (present, needed) = (entry.get(0), entry.get(1));
                    if js::is_array(&needed) && has(&value, &present) {
                        let said = joined(&["is missing: it is required beside ", &shown(&present)]);
                        findings.extend(missing(&needed, &said));
                    }
                }
                findings
            }
            "pattern" => {
                let source = keyword("pattern");
                let longest = self.patterns.get(&source).as_f64().unwrap_or(f64::INFINITY);
                let length = value.dyn_ref::<js_sys::JsString>().map_or(0, js_sys::JsString::length);
                let said = match f64::from(length) > longest {
                    true => {
                        let longest = String::from(js::display(&longest.into()));
                        ["is too long for its pattern to be tried: at most ", &longest, " characters"]
                            .concat()
                    }
                    false => joined(&["must match the pattern ", &wording::cut(&js::display(&source))]),
                };
                vec![unit.finding(&unit.pointer, ErrorCode::ConstraintViolation, said)]
            }
            name => {
                let said = wording::constraint(name, &keyword, &value, &unit.error);
                vec![unit.finding(&unit.pointer, ErrorCode::ConstraintViolation, said)]
            }
        }
    }

    /// What no schema allows: a member that is not known, an item too many.
    fn refused(&self, unit: &Unit, before: Option<&Unit>) -> Finding {
        let holder = before.filter(|before| before.holds(unit));
        let keyword = holder.map_or("false", |holder| &*holder.keyword);
        let said = match keyword {
            "additionalProperties" | "unevaluatedProperties" => {
                let schema = holder.map(|holder| self.schema_of(&holder.at)).unwrap_or_default();
                let properties = js::get(&schema, &"properties".into()).unwrap_or_default();
                let known = match properties.is_object() {
                    true => Object::keys(properties.unchecked_ref::<Object>()).iter().collect(),
                    false => Vec::new(),
                };
                match known.is_empty() {
                    true => "is not allowed".to_owned(),
                    false => joined(&["is not allowed: known are ", &wording::list(&known, ", ")]),
                }
            }
            "items" | "additionalItems" | "unevaluatedItems" | "prefixItems" => {
                "is one item more than allowed".to_owned()
            }
            _ => "is not allowed".to_owned(),
        };
        let finding = unit.finding(&unit.pointer, ErrorCode::ConstraintViolation, said);
        Finding { keyword: keyword.to_owned(), ..finding }
    }

    /// Where none of several schemas fits, or more than one.
    fn alternatives(&self, unit: &Unit, inside: &[Unit], name: Option<&JsValue>) -> Vec<Finding> {
        let violation =
            |said: String| vec![unit.finding(&unit.pointer, ErrorCode::ConstraintViolation, said)];
        if unit.keyword == "oneOf" && !unit.error.contains("(0 matches)") {
            return violation("fits more than one of its alternatives and must fit only one".to_owned());
        }
        let branches: Vec<Vec<Finding>> = inside
            .chunk_by(|one, other| unit.branch(one) == unit.branch(other))
            .map(|units| self.of(units, name))
            .collect();
        let branches: Vec<Vec<Finding>> = branches.into_iter().filter(|branch| !branch.is_empty()).collect();

        // All of them want another type.
        let types: Option<Vec<&String>> = branches
            .iter()
            .map(|branch| match branch.as_slice() {
                [only] if only.pointer == unit.pointer => only.types.as_ref(),
                _ => None,
            })
            .collect();
        if let Some(mut types) = types.filter(|types| !types.is_empty()) {
            types.dedup();
            let types: Vec<&str> = types.into_iter().map(|names| &**names).collect();
            let actual = wording::actual(&self.value_at(&unit.pointer));
            let said = joined(&["must be ", &types.join(" or "), ", not ", &actual]);
            return vec![unit.finding(&unit.pointer, ErrorCode::TypeError, said)];
        }
        // One that is of the right kind is the one that was meant.
        let is_meant =
            |branch: &&Vec<Finding>| !branch.iter().any(|finding| finding.tells_apart(&unit.pointer));
        let mut meant = branches.iter().filter(is_meant);
        if let (Some(only), None) = (meant.next(), meant.next()) {
            return only.clone();
        }
        let telling = |branch: &Vec<Finding>| {
            let reason =
                branch.iter().find(|finding| finding.tells_apart(&unit.pointer)).or(branch.first())?;
            Some(reason.seen_from(&unit.pointer))
        };
        let reasons: Vec<String> = branches.iter().take(MOST_ALTERNATIVES).filter_map(telling).collect();
        let more = match branches.len().checked_sub(MOST_ALTERNATIVES) {
            Some(more) if more > 0 => joined(&["; or ", &more.to_string(), " more"]),
            _ => String::new(),
        };
        violation(joined(&["fits none of its alternatives: ", &reasons.join("; or "), &more]))
    }

    /// The schema that holds a keyword.
    fn schema_of(&self, at: &str) -> JsValue {
        let steps = at.rsplit_once('/').map_or("", |(holder, _)| holder);
        steps.split('/').skip(1).fold(self.root.clone(), |place, step| {
            let absolute = match step {
                "$ref" => member(&place, "__absolute_ref__"),
                "$recursiveRef" => member(&place, "__absolute_recursive_ref__"),
                _ => JsValue::UNDEFINED,
            };
            match absolute.is_undefined() {
                true => member(&place, &unescaped(step)),
                false => js::get(&self.lookup, &absolute).unwrap_or_default(),
            }
        })
    }

    fn value_at(&self, pointer: &str) -> JsValue {
        pointer.split('/').skip(1).fold(self.value.clone(), |place, step| match place.is_object() {
            true => js::get_exactly(&place, &(&*unescaped(step)).into()).unwrap_or_default(),
            false => JsValue::UNDEFINED,
        })
    }
}

impl Unit {
    fn finding(&self, pointer: &str, code: ErrorCode, said: String) -> Finding {
        Finding { pointer: pointer.to_owned(), keyword: self.keyword.clone(), code, said, types: None }
    }

    /// Which of the alternatives another is about.
    fn branch(&self, other: &Self) -> Option<String> {
        let rest = other.at.strip_prefix(&*self.at)?.strip_prefix('/')?;
        rest.split('/').next().map(str::to_owned)
    }

    /// Whether this one counts items, of which the other is about one that does not count.
    fn counts(&self, other: &Self) -> bool {
        let holder = self.at.strip_suffix("minContains");
        let of_items = holder.and_then(|holder| other.at.strip_prefix(holder));
        of_items.is_some_and(|rest| rest.starts_with("contains/"))
            && other.pointer.strip_prefix(&*self.pointer).is_some_and(|rest| rest.starts_with('/'))
    }
}

impl Finding {
    /// Whether it says that another kind of value was meant: a type, or a member that names the kind.
    fn tells_apart(&self, pointer: &str) -> bool {
        let Some(rest) = self.pointer.strip_prefix(pointer) else { return false };
        match rest.matches('/').count() {
            0 => matches!(&*self.keyword, "type" | "const" | "enum"),
            1 => matches!(&*self.keyword, "const" | "enum"),
            _ => false,
        }
    }

    fn seen_from(&self, pointer: &str) -> String {
        match self.pointer == pointer {
            true => joined(&["it ", &self.said]),
            false => joined(&["\"", &self.pointer, "\" ", &self.said]),
        }
    }
}

fn unescaped(step: &str) -> String {
    step.replace("~1", "/").replace("~0", "~")
}

/// A member of a schema; of what has none `undefined`.
fn member(of: &JsValue, name: &str) -> JsValue {
    match of.is_object() {
        true => js::get(of, &name.into()).unwrap_or_default(),
        false => JsValue::UNDEFINED,
    }
}

fn has(value: &JsValue, name: &JsValue) -> bool {
    value.is_object() && Object::has_own(value.unchecked_ref::<Object>(), name)
}
