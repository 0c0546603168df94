//! One registration for everyone who asks for the same definition: frameworks mount twice.

use std::cell::{Cell, RefCell};
use std::rc::{Rc, Weak};

use wasm_bindgen::prelude::*;

use super::provider::ModelContext;
use super::registration::{Definition, Registration};
use super::signal::{OnAbort, Signal};

/// A definition that is registered, once, for everyone who asked for it.
#[derive(Debug)]
struct Shared {
    definition: JsValue,
    registration: Registration,
    holders: Vec<Rc<Holder>>,
}

/// One who asked for a registration: it lasts until the last of them lets go.
#[derive(Debug, Default)]
pub(crate) struct Holder {
    has_let_go: Cell<bool>,
    on_abort: RefCell<Option<OnAbort>>,
}

impl Holder {
    /// Lets go when the signal fires.
    pub(crate) fn until(self: &Rc<Self>, signal: &Signal) {
        let holder = Rc::downgrade(self);
        self.on_abort.replace(Some(OnAbort::of(signal, move || let_go(&holder))));
    }
}

thread_local! {
    static SHARED: RefCell<Vec<Shared>> = const { RefCell::new(Vec::new()) };
}

/// Whether this definition is registered with this `modelContext` already.
pub(crate) fn is_shared(definition: &Definition, context: &ModelContext) -> bool {
    SHARED.with_borrow(|all| all.iter().any(|shared| shared.is(definition, context)))
}

/// Joins the registration of this definition, or begins it: who holds it, and what the provider said to it.
/// `Ok(None)` where the provider takes no tools.
///
/// # Errors
/// What the provider threw.
pub(crate) fn hold(
    definition: &Definition,
    context: ModelContext,
    exposed_to: Option<&JsValue>,
) -> Result<Option<(Rc<Holder>, JsValue)>, JsValue> {
    let holder = Rc::new(Holder::default());
    let joined = SHARED.with_borrow_mut(|all| {
        let shared = all.iter_mut().find(|shared| shared.is(definition, &context))?;
        shared.holders.push(holder.clone());
        Some(shared.registration.registered())
    });
    if let Some(registered) = joined {
        return Ok(Some((holder, registered)));
    }
    // The page's own code may run in here, and may register in its turn: nothing is borrowed.
    let Some(registration) = Registration::begin(context, definition, exposed_to)? else {
        return Ok(None);
    };
    let registered = registration.registered();
    let shared =
        Shared { definition: definition.object.clone(), registration, holders: vec![holder.clone()] };
    SHARED.with_borrow_mut(|all| all.push(shared));
    Ok(Some((holder, registered)))
}

/// Lets go, once; the last to do so unregisters the tool.
pub(crate) fn let_go(holder: &Weak<Holder>) {
    let Some(holder) = holder.upgrade().filter(|holder| !holder.has_let_go.replace(true)) else {
        return;
    };
    let ended = SHARED.with_borrow_mut(|all| {
        let index =
            all.iter().position(|shared| shared.holders.iter().any(|one| Rc::ptr_eq(one, &holder)))?;
        let shared = all.get_mut(index)?;
        shared.holders.retain(|one| !Rc::ptr_eq(one, &holder));
        shared.holders.is_empty().then(|| all.swap_remove(index))
    });
    // Dropped outside the borrow: unregistering fires events.
    drop(ended);
    drop(holder);
}

impl Shared {
    fn is(&self, definition: &Definition, context: &ModelContext) -> bool {
        self.definition == definition.object && self.registration.is_with(context)
    }
}
