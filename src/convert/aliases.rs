//! Aliases: the names by which a model calls tools, and the tools that they stand for.
//!
//! What is known of them stands in JavaScript's own maps, so that nothing of Rust's has to be freed with them.

use js_sys::{Array, JsString, Map, Object};
use wasm_bindgen::prelude::*;

use super::alias_names::{Claim, Grammar, assign};
use super::description::{Problem, name_of, read_each};
use super::given_aliases::GivenAliases;
use super::items::items;
use crate::js::{self, member};

/// A tool of a certain document.
#[derive(Clone, Debug)]
pub(crate) struct Target {
    pub(crate) name: JsValue,
    pub(crate) origin: JsValue,
    pub(crate) window: JsValue,
    own: bool,
}

impl Target {
    /// The tool that something describes, if it describes one.
    pub(crate) fn of(tool: &JsValue) -> Option<Self> {
        Self::read(tool).ok()
    }

    fn read(tool: &JsValue) -> Result<Self, Problem> {
        let name = name_of(tool)?;
        let member = |key: &str| js::get(tool, &key.into()).map_err(Problem::unreadable);
        Ok(Self {
            name,
            origin: Some(member("origin")?).filter(JsValue::is_string).unwrap_or_default(),
            window: Some(member("window")?).filter(js::is_object_like).unwrap_or_default(),
            own: member("own")? == true,
        })
    }

    /// As an object from which it can be read.
    pub(crate) fn to_js(&self) -> JsValue {
        let object = js::object_of(&[("name", &self.name)]);
        self.set_on(&object);
        object
    }

    /// Its document as options of `executeTool`. The window is there without being seen: nothing that lists members
    /// can do with a window.
    pub(crate) fn set_on(&self, object: &JsValue) {
        if !self.origin.is_undefined() {
            js::set(object, "origin", &self.origin);
        }
        if !self.window.is_undefined() {
            js::set_hidden(object, &"window".into(), &self.window);
        }
    }

    fn is(&self, other: &Self) -> bool {
        self.name == other.name && self.origin == other.origin && self.window == other.window
    }
}

/// Tools under their aliases. An entry is a target with its `alias`.
#[derive(Clone, Debug)]
pub(crate) struct Aliases {
    entries: Array,
    /// Aliases of earlier lists whose tools are gone.
    retired: Array,
    by_alias: Map,
    by_identity: Map,
    /// For who only has a name: this document's tool, else the first.
    by_name: Map,
    /// Window → the number that stands for it in an identity.
    windows: Map,
}

thread_local! {
    static ALIAS_OF: Closure<dyn Fn(Array, JsValue) -> JsValue> = Closure::new(|parts: Array, tool: JsValue| {
        Aliases::of_parts(&parts).alias_of(&tool)
    });
    static TOOL_OF: Closure<dyn Fn(Array, JsValue) -> JsValue> = Closure::new(|parts: Array, alias: JsValue| {
        Aliases::of_parts(&parts).by_alias.get(&alias)
    });
}

impl Aliases {
    /// Reads a list of tools and names each; `before` are aliases that stay what they are.
    ///
    /// # Errors
    /// A `TypeError` that names the tool that is wrong.
    pub(crate) fn of(tools: &JsValue, before: Option<&Before>, grammar: Grammar) -> Result<Self, JsValue> {
        let aliases = Self {
            entries: Array::new(),
            retired: Array::new(),
            by_alias: Map::new(),
            by_identity: Map::new(),
            by_name: Map::new(),
            windows: Map::new(),
        };
        let mut targets = read_each(tools, Target::read)?;
        targets.retain(|target| aliases.is_new(target));
        let taken = before.map_or(&[] as &[String], |before| &before.taken);
        let names = assign(&claims(&targets, before), grammar, taken);
        for (target, name) in targets.iter().zip(&names) {
            aliases.add(target, &name.into());
        }
        for alias in taken.iter().map(JsValue::from) {
            if !aliases.by_alias.has(&alias) {
                aliases.retired.push(&alias);
            }
        }
        Ok(aliases)
    }

    /// Whether a tool is seen for the first time: lists may have one twice.
    fn is_new(&self, target: &Target) -> bool {
        if !target.window.is_undefined() && !self.windows.has(&target.window) {
            self.windows.set(&target.window, &self.windows.size().into());
        }
        let identity = self.identity(target);
        let is_new = !self.by_identity.has(&identity);
        self.by_identity.set(&identity, &JsValue::NULL);
        is_new
    }

    fn add(&self, target: &Target, alias: &JsValue) {
        let entry = js::object_of(&[("alias", alias), ("name", &target.name)]);
        target.set_on(&entry);
        let entry = Object::freeze(entry.unchecked_ref::<Object>());
        self.entries.push(&entry);
        self.by_alias.set(alias, &entry);
        self.by_identity.set(&self.identity(target), &entry);
        if target.own || !self.by_name.has(&target.name) {
            self.by_name.set(&target.name, &entry);
        }
    }

    /// Window, origin and name in one text.
    fn identity(&self, target: &Target) -> JsString {
        let window = self.windows.get(&target.window);
        [&window, &target.origin, &target.name]
            .into_iter()
            .fold(JsString::from(""), |text, part| text.concat(&js::display(part)).concat(&"\0".into()))
    }

    /// The alias of a tool that is described or named; `undefined` for one that is not there.
    pub(crate) fn alias_of(&self, tool: &JsValue) -> JsValue {
        member(&self.entry_of(tool), "alias")
    }

    fn entry_of(&self, tool: &JsValue) -> JsValue {
        if tool.is_string() {
            return self.by_name.get(tool);
        }
        let Some(target) = Target::of(tool) else { return JsValue::UNDEFINED };
        let has_document = !target.window.is_undefined() || !target.origin.is_undefined();
        match self.by_identity.get(&self.identity(&target)) {
            entry if entry.is_undefined() && !has_document => self.by_name.get(&target.name),
            entry => entry,
        }
    }

    /// The tool that an alias stands for.
    pub(crate) fn target_of(&self, alias: &JsValue) -> Option<Target> {
        Target::of(&self.by_alias.get(alias))
    }

    /// The whole as a `ToolAliases`.
    pub(crate) fn to_js(&self) -> JsValue {
        let maps = [&self.by_alias, &self.by_identity, &self.by_name, &self.windows];
        let parts: Array = maps.into_iter().map(JsValue::from).collect();
        js::object_of(&[
            ("aliasOf", &js::bound(&ALIAS_OF, &parts)),
            ("toolOf", &js::bound(&TOOL_OF, &parts)),
            ("entries", &Object::freeze(&self.entries)),
            ("retired", &Object::freeze(&self.retired)),
        ])
    }

    /// From the maps that the functions are bound to.
    fn of_parts(parts: &Array) -> Self {
        let map = |at: u32| parts.get(at).unchecked_into();
        Self {
            entries: Array::new(),
            retired: Array::new(),
            by_alias: map(0),
            by_identity: map(1),
            by_name: map(2),
            windows: map(3),
        }
    }
}

/// What each tool wants to be called by.
fn claims(targets: &[Target], before: Option<&Before>) -> Vec<Claim> {
    let all_kept = Map::new();
    let claim = |target: &Target| {
        let kept = before.and_then(|before| before.alias_of(target));
        let kept = kept.filter(|kept| !all_kept.has(&kept.into()));
        if let Some(kept) = &kept {
            all_kept.set(&kept.into(), &true.into());
        }
        Claim {
            name: js::display(&target.name).into(),
            origin: target.origin.as_string().unwrap_or_default(),
            own: target.own,
            kept,
        }
    };
    targets.iter().map(claim).collect()
}

/// Aliases that were given before: their tools keep them, and nobody else gets them.
#[derive(Debug)]
pub(crate) struct Before {
    aliases: Earlier,
    taken: Vec<String>,
}

#[derive(Debug)]
enum Earlier {
    Given(GivenAliases),
    Own(Aliases),
}

impl Before {
    /// # Errors
    /// A `TypeError` if they are no `ToolAliases`.
    pub(crate) fn read(aliases: JsValue) -> Result<Self, JsValue> {
        let part = |key: &str, of: &str| items(&js::get(&aliases, &key.into()).unwrap_or_default(), of);
        let taken = taken(
            &part("entries", "entries of `previous`")?,
            &part("retired", "retired aliases of `previous`")?,
        );
        Ok(Self { taken, aliases: Earlier::Given(GivenAliases::read(aliases, "previous")?) })
    }

    pub(crate) fn own(aliases: Aliases) -> Self {
        Self { taken: taken(&aliases.entries, &aliases.retired), aliases: Earlier::Own(aliases) }
    }

    fn alias_of(&self, target: &Target) -> Option<String> {
        let tool = target.to_js();
        let (alias, before) = match &self.aliases {
            Earlier::Given(aliases) => {
                let alias = aliases.alias_of(&tool, 0).ok()?;
                let before = aliases.target_of(&alias).ok()??;
                (alias, before)
            }
            Earlier::Own(aliases) => {
                let entry = aliases.entry_of(&tool);
                (member(&entry, "alias"), Target::of(&entry)?)
            }
        };
        alias.as_string().filter(|_| before.is(target))
    }
}

fn taken(entries: &Array, retired: &Array) -> Vec<String> {
    let of_entry = |entry: JsValue| member(&entry, "alias");
    entries.iter().map(of_entry).chain(retired.iter()).filter_map(|alias| alias.as_string()).collect()
}
