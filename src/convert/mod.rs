//! Between tools and model APIs: how a tool is described to each, how its calls are read and answered.
//!
//! One file for each format. What a format says of a tool is made from a [`ToolDescription`]; what is `undefined`
//! there is left out.

pub(crate) mod alias_names;
pub(crate) mod aliases;
pub(crate) mod anthropic;
pub(crate) mod calls;
pub(crate) mod description;
pub(crate) mod gemini;
pub(crate) mod given_aliases;
pub(crate) mod items;
pub(crate) mod mcp;
pub(crate) mod openai;
pub(crate) mod openai_responses;
pub(crate) mod pieces;
pub(crate) mod results;
pub(crate) mod web_mcp;

pub(crate) use description::ToolDescription;

use calls::CallShape;
use results::Answer;
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

    /// Where it has the tool calls of a model's answer.
    fn calls(self) -> CallShape {
        match self {
            Self::OpenAi => openai::CALLS,
            Self::OpenAiResponses => openai_responses::CALLS,
            Self::Anthropic => anthropic::CALLS,
            Self::Gemini => gemini::CALLS,
            Self::Mcp => mcp::CALLS,
        }
    }

    /// What the API is told of a call's result.
    fn result(self, answer: &Answer) -> JsValue {
        match self {
            Self::OpenAi => openai::result(answer),
            Self::OpenAiResponses => openai_responses::result(answer),
            Self::Anthropic => anthropic::result(answer),
            Self::Gemini => gemini::result(answer),
            Self::Mcp => mcp::result(answer),
        }
    }

    /// Whether it can tell which call is answered.
    fn can_place(self, answer: &Answer) -> bool {
        match self {
            Self::OpenAi | Self::OpenAiResponses | Self::Anthropic => !answer.id.is_undefined(),
            Self::Gemini => !answer.name.is_undefined(),
            Self::Mcp => true,
        }
    }
}
