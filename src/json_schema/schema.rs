//! A schema, made safe to use.

use js_sys::{Array, JsString, Map, Object};
use wasm_bindgen::prelude::*;

use super::pattern;
use crate::js;
use crate::result::{ErrorCode, error_text};
use crate::sentences::joined;
use crate::validate::{Problem, shown};

/// How deep a schema may be nested. One that contains itself is deeper.
const DEEPEST: usize = 64;

/// How many parts a schema may have.
const LARGEST: usize = 50_000;

/// The formats that the validator knows and that cost time in proportion to the text.
const FORMATS: [&str; 16] = [
    "date",
    "time",
    "date-time",
    "duration",
    "uri",
    "uri-reference",
    "uri-template",
    "email",
    "hostname",
    "ipv4",
    "ipv6",
    "regex",
    "uuid",
    "json-pointer",
    "json-pointer-uri-fragment",
    "relative-json-pointer",
];

/// A copy of a schema that nobody else changes. (The validator writes into what it is given.)
#[derive(Debug)]
pub(super) struct Schema {
    pub(super) root: JsValue,
    /// The edition of JSON Schema, as the validator names it.
    pub(super) draft: &'static str,
    /// The longest text that each pattern may be tried on.
    pub(super) patterns: Map,
    /// Whether all items of a list are compared with each other.
    pub(super) compares: bool,
}

/// What a part of a schema is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Role {
    /// A schema, or a list of them.
    Schema,
    /// Schemas by names that mean nothing.
    Named,
    /// The same, where the names are patterns.
    Patterns,
    /// No schema at all.
    Data,
}

impl Schema {
    /// # Errors
    /// What makes it unusable.
    pub(super) fn read(schema: &JsValue) -> Result<Self, Problem> {
        if !schema.is_object() && schema.as_bool().is_none() || js::is_array(schema) {
            return Err(unusable(&joined(&["is no JSON Schema, but ", &shown(schema)])));
        }
        let mut copy = Copy { patterns: Map::new(), compares: false, parts: 0 };
        let root = copy.copy(schema, Role::Schema, 0)?;
        let edition = match root.is_object() {
            true => js::get(&root, &"$schema".into()).unwrap_or_default().as_string().unwrap_or_default(),
            false => String::new(),
        };
        let named = |names: &[&str]| names.iter().any(|name| edition.contains(name));
        let draft = match () {
            () if named(&["draft-04"]) => "4",
            () if named(&["draft-06", "draft-07"]) => "7",
            () if named(&["2019-09"]) => "2019-09",
            () => "2020-12",
        };
        Ok(Self { root, draft, patterns: copy.patterns, compares: copy.compares })
    }
}

struct Copy {
    patterns: Map,
    compares: bool,
    parts: usize,
}

impl Copy {
    fn copy(&mut self, part: &JsValue, role: Role, depth: usize) -> Result<JsValue, Problem> {
        self.parts += 1;
        if depth > DEEPEST || self.parts > LARGEST {
            return Err(unusable("is nested too deep, contains itself, or is too large"));
        }
        if !part.is_object() {
            return Ok(part.clone());
        }
        let unreadable =
            |error: JsValue| unusable(&joined(&["cannot be read: ", &String::from(error_text(&error))]));
        if js::is_array(part) {
            let items = js::copy_of(part).map_err(unreadable)?;
            let copies: Result<Array, Problem> =
                items.iter().map(|item| self.copy(&item, role, depth + 1)).collect();
            return copies.map(Into::into);
        }
        let copy = Object::new();
        for entry in Object::entries(&js::shallow_copy(part).map_err(unreadable)?).iter() {
            let entry: Array = entry.unchecked_into();
            let (name, member) = (entry.get(0), entry.get(1));
            // What JSON leaves out.
            if member.is_undefined() || member.is_function() || member.is_symbol() {
                continue;
            }
            let name = name.as_string().unwrap_or_default();
            let (role_of_member, member) = self.member(role, &name, member)?;
            let Some(member) = member else { continue };
            js::set(&copy, &name, &self.copy(&member, role_of_member, depth + 1)?);
        }
        Ok(copy.into())
    }

    /// What a member is, and what is used of it.
    fn member(
        &mut self,
        role: Role,
        name: &str,
        member: JsValue,
    ) -> Result<(Role, Option<JsValue>), Problem> {
        let role_of_member = match (role, name) {
            (Role::Data, _) => Role::Data,
            (Role::Named, _) => Role::Schema,
            (Role::Patterns, _) => {
                self.screen(name)?;
                Role::Schema
            }
            (Role::Schema, "properties" | "$defs" | "definitions" | "dependentSchemas" | "dependencies") => {
                Role::Named
            }
            (Role::Schema, "patternProperties") => Role::Patterns,
            (
                Role::Schema,
                "enum" | "const" | "default" | "example" | "examples" | "required" | "type"
                | "dependentRequired",
            ) => Role::Data,
            (Role::Schema, "pattern") => {
                if let Some(source) = member.as_string() {
                    self.screen(&source)?;
                }
                Role::Data
            }
            (Role::Schema, "uniqueItems") => {
                self.compares |= member.is_truthy();
                Role::Data
            }
            (Role::Schema, "format") => {
                // The validator's own pattern for `url` takes exponential time.
                let known = match member.as_string().as_deref() {
                    Some("url") => Some("uri".into()),
                    Some(name) if FORMATS.contains(&name) => Some(member),
                    _ => None,
                };
                return Ok((Role::Data, known));
            }
            (Role::Schema, _) => Role::Schema,
        };
        Ok((role_of_member, Some(member)))
    }

    fn screen(&mut self, source: &str) -> Result<(), Problem> {
        let text = JsString::from(source);
        if self.patterns.has(&text) {
            return Ok(());
        }
        let wrong = |said: &str| {
            let shown = shown(&text);
            unusable(&joined(&["has a pattern that is not used: ", &shown, " ", said]))
        };
        if !js::is_pattern(&text) {
            return Err(wrong("is no regular expression"));
        }
        let longest = pattern::longest_text(source).map_err(|refusal| wrong(refusal.said()))?;
        self.patterns.set(&text, &longest.into());
        Ok(())
    }
}

/// Checks that the schema refers to nothing outside of itself.
pub(super) fn check_references(lookup: &Object) -> Result<(), Problem> {
    for part in Object::values(lookup).iter().filter(JsValue::is_object) {
        for (own, absolute) in [("$ref", "__absolute_ref__"), ("$recursiveRef", "__absolute_recursive_ref__")]
        {
            let address = js::get(&part, &absolute.into()).unwrap_or_default();
            if !address.is_undefined() && !Object::has_own(lookup, &address) {
                let reference = js::get(&part, &own.into()).unwrap_or_default();
                let said = ["refers to ", &shown(&reference), ", which is not in it: nothing is fetched"];
                return Err(unusable(&said.concat()));
            }
        }
    }
    Ok(())
}

/// The problem of a value whose schema is at fault.
pub(super) fn unusable(said: &str) -> Problem {
    Problem {
        pointer: String::new(),
        keyword: String::new(),
        code: ErrorCode::InternalError,
        message: joined(&["The schema ", said, "."]),
    }
}
