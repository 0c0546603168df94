//! Between tools and model APIs: how a tool is described to each, how its calls are read and answered.
//!
//! One file for each format. What a format says of a tool is made from a [`ToolDescription`]; what is `undefined`
//! there is left out.

pub(crate) mod anthropic;
pub(crate) mod description;
pub(crate) mod gemini;
pub(crate) mod mcp;
pub(crate) mod openai;
pub(crate) mod openai_responses;
pub(crate) mod web_mcp;

pub(crate) use description::ToolDescription;

use wasm_bindgen::JsValue;

/// The formats of model APIs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Format {
    OpenAi,
    OpenAiResponses,
    Anthropic,
    Gemini,
    Mcp,
}

impl Format {
    /// The format of that name, which only our own entry file says.
    pub(crate) fn named(name: &str) -> Self {
        match name {
            "openai" => Self::OpenAi,
            "openai-responses" => Self::OpenAiResponses,
            "anthropic" => Self::Anthropic,
            "gemini" => Self::Gemini,
            _ => Self::Mcp,
        }
    }

    /// What the API is told of a tool.
    pub(crate) fn tool(self, tool: &ToolDescription) -> JsValue {
        match self {
            Self::OpenAi => openai::tool(tool),
            Self::OpenAiResponses => openai_responses::tool(tool),
            Self::Anthropic => anthropic::tool(tool),
            Self::Gemini => gemini::tool(tool),
            Self::Mcp => mcp::tool(tool),
        }
    }
}
