//! Aliases: the names by which a model calls tools, and the tools that they stand for.

use std::rc::Rc;

use js_sys::{Array, JsString, Map, Object};
use wasm_bindgen::prelude::*;

use super::alias_names::{Claim, Grammar, assign};
use super::description::{Problem, name_of, read_each};
use super::items::items;
use crate::js;
use crate::rejection::type_error;

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

    /// Its document and name as what `executeTool` takes: a name, and options. The window is there without being
    /// seen: nothing that lists members can do with a window.
    pub(crate) fn set_on(&self, object: &JsValue) {
        if !self.origin.is_undefined() {
            js::set(object, "origin", &self.origin);
        }
        if !self.window.is_undefined() {
            js::set_hidden(object, &"window".into(), &self.window);
        }
    }
}

/// Tools under their aliases.
#[derive(Debug)]
pub(crate) struct Aliases {
    targets: Vec<Target>,
    names: Vec<String>,
    /// Aliases of earlier lists whose tools are gone.
    retired: Vec<String>,
    /// Alias, and what [`Index::of`] makes of a tool → its index in both.
    by_alias: Map,
    index: Index,
}

/// Where each tool is found by what identifies it.
#[derive(Debug)]
struct Index {
    windows: Map,
    by_identity: Map,
    /// For who only has a name: this document's tool, else the first.
    by_name: Map,
}

impl Index {
    /// Notes where a tool is; `false` for one that is there already.
    fn add(&self, target: &Target, at: u32) -> bool {
        if !target.window.is_undefined() && !self.windows.has(&target.window) {
            self.windows.set(&target.window, &self.windows.size().into());
        }
        let identity = self.identity(target);
        if self.by_identity.has(&identity) {
            return false;
        }
        self.by_identity.set(&identity, &at.into());
        if target.own || !self.by_name.has(&target.name) {
            self.by_name.set(&target.name, &at.into());
        }
        true
    }

    /// Window, origin and name in one text.
    fn identity(&self, target: &Target) -> JsString {
        let window = self.windows.get(&target.window);
        [&window, &target.origin, &target.name]
            .into_iter()
            .fold(JsString::from(""), |text, part| text.concat(&js::display(part)).concat(&"\0".into()))
    }

    fn find(&self, target: &Target) -> Option<usize> {
        let exact = self.by_identity.get(&self.identity(target));
        let found = match exact.is_undefined() && target.window.is_undefined() && target.origin.is_undefined()
        {
            true => self.by_name.get(&target.name),
            false => exact,
        };
        found.as_f64().map(|index| index as usize)
    }
}

impl Aliases {
    /// Reads a list of tools and names each; `before` are aliases that stay what they are.
    ///
    /// # Errors
    /// A `TypeError` that names what is wrong.
    pub(crate) fn of(tools: &JsValue, before: Option<&Before>, grammar: Grammar) -> Result<Self, JsValue> {
        let index = Index { windows: Map::new(), by_identity: Map::new(), by_name: Map::new() };
        let mut targets: Vec<Target> = vec![];
        for target in read_each(tools, Target::read)? {
            if index.add(&target, targets.len() as u32) {
                targets.push(target);
            }
        }
        let taken = before.map_or(&[] as &[String], |before| &before.taken);
        let names = assign(&claims(&targets, before), grammar, taken);
        let by_alias = Map::new();
        for (at, name) in names.iter().enumerate() {
            by_alias.set(&name.into(), &(at as u32).into());
        }
        let retired = taken.iter().filter(|alias| !by_alias.has(&JsValue::from(*alias))).cloned().collect();
        Ok(Self { targets, names, retired, by_alias, index })
    }

    /// The alias of a tool, whatever describes it.
    pub(crate) fn alias_of(&self, tool: &JsValue) -> Option<&String> {
        let target = match tool.is_string() {
            true => Target {
                name: tool.clone(),
                origin: JsValue::UNDEFINED,
                window: JsValue::UNDEFINED,
                own: false,
            },
            false => Target::of(tool)?,
        };
        self.names.get(self.index.find(&target)?)
    }

    /// The tool that an alias stands for.
    pub(crate) fn target_of(&self, alias: &JsValue) -> Option<&Target> {
        let at = self.by_alias.get(alias).as_f64()?;
        self.targets.get(at as usize)
    }

    /// The whole as a `ToolAliases`.
    pub(crate) fn into_js(self) -> JsValue {
        let entries: Array =
            self.names.iter().zip(&self.targets).map(|(alias, target)| entry(alias, target)).collect();
        let retired: Array = self.retired.iter().map(JsValue::from).collect();
        let aliases = Rc::new(self);
        let for_tools = aliases.clone();
        let alias_of =
            move |tool: JsValue| for_tools.alias_of(&tool).map_or(JsValue::UNDEFINED, JsValue::from);
        let target_of = move |alias: JsValue| match aliases.target_of(&alias) {
            Some(target) => {
                let object = js::object_of(&[("name", &target.name)]);
                target.set_on(&object);
                object
            }
            None => JsValue::UNDEFINED,
        };
        let members = [
            ("aliasOf", Closure::<dyn Fn(JsValue) -> JsValue>::new(alias_of).into_js_value()),
            ("toolOf", Closure::<dyn Fn(JsValue) -> JsValue>::new(target_of).into_js_value()),
            ("entries", Object::freeze(&entries).into()),
            ("retired", Object::freeze(&retired).into()),
        ];
        let object = js::object_of(&members.each_ref().map(|(key, value)| (*key, value)));
        Object::freeze(object.unchecked_ref::<Object>()).into()
    }
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
    Own(Rc<Aliases>),
}

impl Before {
    /// # Errors
    /// A `TypeError` if they are no `ToolAliases`.
    pub(crate) fn read(aliases: JsValue) -> Result<Self, JsValue> {
        let member = |key: &str| js::get(&aliases, &key.into()).unwrap_or_default();
        let entries = items(&member("entries"), "entries of `previous`")?;
        let retired = items(&member("retired"), "retired aliases of `previous`")?;
        let of_entry = |entry: JsValue| js::get(&entry, &"alias".into()).ok()?.as_string();
        let taken = entries.iter().filter_map(of_entry).chain(retired.iter().filter_map(|it| it.as_string()));
        let taken = taken.collect();
        Ok(Self { taken, aliases: Earlier::Given(GivenAliases::read(aliases, "previous")?) })
    }

    pub(crate) fn own(aliases: Rc<Aliases>) -> Self {
        let taken = aliases.names.iter().chain(&aliases.retired).cloned().collect();
        Self { taken, aliases: Earlier::Own(aliases) }
    }

    fn alias_of(&self, target: &Target) -> Option<String> {
        let (alias, before) = match &self.aliases {
            Earlier::Given(aliases) => {
                let tool = js::object_of(&[("name", &target.name)]);
                target.set_on(&tool);
                let alias = aliases.alias_of(&tool, 0).ok()?;
                (alias.as_string()?, aliases.target_of(&alias).ok()??)
            }
            Earlier::Own(aliases) => {
                let at = aliases.index.find(target)?;
                (aliases.names.get(at)?.clone(), aliases.targets.get(at)?.clone())
            }
        };
        let same =
            before.name == target.name && before.origin == target.origin && before.window == target.window;
        same.then_some(alias)
    }
}

/// Aliases that a caller hands in: ours, or an object that does as they do.
#[derive(Debug)]
pub(crate) struct GivenAliases {
    aliases: JsValue,
    alias_of: JsValue,
    tool_of: JsValue,
}

impl GivenAliases {
    /// # Errors
    /// A `TypeError` if they are no `ToolAliases`.
    pub(crate) fn read(aliases: JsValue, option: &str) -> Result<Self, JsValue> {
        let function = |key: &str| match js::get(&aliases, &key.into()) {
            Ok(function) if function.is_function() => Ok(function),
            found => {
                let text = JsString::from("The option `").concat(&option.into());
                let text = text.concat(&"` must be what createToolAliases gives.".into());
                Err(type_error(&text, found.err().as_ref()))
            }
        };
        Ok(Self { alias_of: function("aliasOf")?, tool_of: function("toolOf")?, aliases })
    }

    /// The alias of the tool at an index of a list.
    ///
    /// # Errors
    /// A `TypeError` if it has none, or what the function of the caller throws.
    pub(crate) fn alias_of(&self, tool: &JsValue, index: u32) -> Result<JsValue, JsValue> {
        match js::apply(&self.alias_of, &self.aliases, &Array::of1(tool))? {
            alias if alias.is_string() => Ok(alias),
            _ => {
                let text = JsString::from("The option `aliases` has none for the tool at index ");
                let text = text.concat(&js::display(&index.into()));
                Err(type_error(&text.concat(&": make them of the same list.".into()), None))
            }
        }
    }

    /// The tool that an alias stands for, if any.
    ///
    /// # Errors
    /// What the function of the caller throws.
    pub(crate) fn target_of(&self, alias: &JsValue) -> Result<Option<Target>, JsValue> {
        let tool = js::apply(&self.tool_of, &self.aliases, &Array::of1(alias))?;
        Ok(Target::of(&tool))
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

fn entry(alias: &str, target: &Target) -> JsValue {
    let entry = js::object_of(&[("alias", &alias.into()), ("name", &target.name)]);
    target.set_on(&entry);
    entry
}
