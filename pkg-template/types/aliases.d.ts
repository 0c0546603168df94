import type { DescribedTool } from '../index.js';

/** A tool of a certain document; as options of `executeTool`, it chooses that document. */
export interface ToolTarget {
  name: string;
  /** The origin of the tool's document, if the list had it. */
  origin?: string;
  /** The window of the tool's document, if the list had it, as a member that is not enumerable. */
  readonly window?: object;
}

/** A tool and the name that it has for models. */
export interface ToolAlias extends ToolTarget {
  alias: string;
}

/** Names for tools that every model API takes. */
export interface ToolAliases {
  /** The alias of a tool that is described or named; `undefined` for one that was not in the list. */
  aliasOf(tool: DescribedTool | ToolTarget | string): string | undefined;
  /** The tool that an alias stands for; `undefined` for none of ours. */
  toolOf(alias: string): ToolAlias | undefined;
  /** All of them, in the order of the list; a tool that was listed twice is there once. */
  readonly entries: readonly ToolAlias[];
  /** Aliases of earlier lists whose tools are gone: nobody gets them again. */
  readonly retired: readonly string[];
}

/**
 * Gives each tool a name that every model API takes (up to 64 of `A`-`Z`, `a`-`z`, `0`-`9`, `_` and `-`, a letter or `_`
 * at the beginning) and no other tool of the list has: names of WebMCP may be longer and have dots, and several
 * documents may offer a tool of one name.
 *
 * A tool keeps its own name where that is possible. Other characters become `_`. Of several tools with one name, the
 * one of this document keeps it; the others have their host behind it (`search_shop_example`), or six characters that
 * depend on name and origin. Which alias a tool gets depends on which tools there are, not on their order (only tools of
 * one name in several documents of one origin are numbered, in the order of the list).
 *
 * With `previous`, tools that were there keep the aliases that they had, and a new tool never gets one that has stood for
 * another: what a model has learned of earlier lists stays true.
 *
 * Throws a `TypeError` that names the index of the first tool that is no object or has no name.
 *
 * @example
 * ```js
 * const tools = await listTools();
 * const aliases = createToolAliases(tools);
 * const offered = toOpenAITools(tools, { aliases });
 * const answer = { tool_calls: [{ id: 'call_1', function: { name: offered[0].function.name, arguments: '{"qty":3}' } }] };
 * const results = await executeTools({ toolCalls: fromOpenAIToolCalls(answer, { aliases }) });
 * ```
 */
export function createToolAliases(
  tools: readonly DescribedTool[],
  options?: { previous?: ToolAliases | null } | null,
): ToolAliases;
