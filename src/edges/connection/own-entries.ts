import { canonicalJson } from '../../domain/canonical-json.ts'
import {
  type Addition,
  deleteAll,
  deletionsFor,
  entryOf,
  type JsonContainer,
  type JsonNode,
  jsonValue,
  readJsonText,
} from './json-edit.ts'

/** The name under which clients know our MCP server. */
export const SERVER = 'mettle'

/** Where clients keep hooks and MCP servers; opencode calls them `mcp`. */
const HOOKS = 'hooks'
const SERVERS = ['mcpServers', 'mcp']

const OWN_COMMAND = /\bmettle["']? hook --client\b|[\\/]hook[\\/]{1,2}hook\.cjs["']? --client\b/

/** Whether a command line starts our hook, in any form. Clients store no other mark. */
export function isOwnCommand(command: unknown): boolean {
  return typeof command === 'string' && OWN_COMMAND.test(command)
}

/** Whether this is our hook in any client's format: one handler, or a group of them behind a matcher. */
function isOwnHook(hook: unknown): boolean {
  if (typeof hook !== 'object' || hook === null) return false
  const { hooks, command, bash } = hook as Record<string, unknown>
  if (Array.isArray(hooks)) return hooks.length > 0 && hooks.every(isOwnHook)
  return isOwnCommand(command) || isOwnCommand(bash)
}

/** Whether a server is ours: one with our name that starts something else is not. */
export function isOwnServer(server: unknown): boolean {
  if (typeof server !== 'object' || server === null) return false
  const { command, args } = server as { command?: unknown; args?: unknown }
  const words = [command, args].flat().filter((word) => typeof word === 'string')
  const [first, ...rest] = words.slice(words.lastIndexOf('mcp'))
  if (first !== 'mcp' || (rest.length > 0 && rest[0] !== '--tools') || rest.length > 2) return false
  return words.some((word) => /mettle|[\\/]cli[\\/]bin\.js$/.test(word))
}

interface OwnEntry extends Addition {
  readonly node: JsonContainer
  readonly index: number
}

/** All our entries in a text, anywhere among its hooks and servers. */
function ownEntries(text: string, root: JsonNode): OwnEntry[] {
  const events = entryOf(root, HOOKS)?.value
  const hooks = events?.kind === 'object' ? events.entries : []
  return [
    ...hooks.flatMap(({ key, value }) => ownIn(text, [HOOKS, key!], value)),
    ...SERVERS.flatMap((name) => ownServers(text, name, entryOf(root, name)?.value)),
  ]
}

/** Our hooks of an event; in a group shared with others, only ours. */
function ownIn(text: string, path: readonly string[], node: JsonNode): OwnEntry[] {
  if (node.kind !== 'list') return []
  return node.entries.flatMap((entry, index) => {
    const value = jsonValue(text, entry.value)
    if (isOwnHook(value)) return [{ path, value, node, index }]
    const group = entryOf(entry.value, HOOKS)?.value
    return group === undefined ? [] : ownIn(text, [...path, String(index), HOOKS], group)
  })
}

function ownServers(text: string, name: string, node: JsonNode | undefined): OwnEntry[] {
  if (node?.kind !== 'object') return []
  return node.entries.flatMap((entry, index) => {
    const value = jsonValue(text, entry.value)
    return entry.key === SERVER && isOwnServer(value) ? [{ path: [name], key: SERVER, value, node, index }] : []
  })
}

/** Whether our entries in the text are exactly these, in any order. */
export function holdsExactly(text: string, wanted: readonly Addition[]): boolean {
  const present = ownEntries(text, readJsonText(text, { comments: true })).map(lineOfEntry)
  return canonicalJson(present.sort()) === canonicalJson(wanted.map(lineOfEntry).sort())
}

function lineOfEntry({ path, key, value }: Addition): string {
  return canonicalJson([path, key ?? '', value] as never)
}

export function holdsAny(text: string): boolean {
  return ownEntries(text, readJsonText(text, { comments: true })).length > 0
}

/** Our hook commands with their events, to find duplicates. */
export function ownHooks(text: string): { readonly event: string; readonly value: unknown }[] {
  return ownEntries(text, readJsonText(text, { comments: true }))
    .filter(({ path }) => path[0] === HOOKS)
    .map(({ path, value }) => ({ event: path[1]!, value }))
}

/** The text without our entries, and without the lists and objects that are empty without them. */
export function withoutOwn(text: string): string {
  const root = readJsonText(text, { comments: true })
  const [entry] = ownEntries(text, root)
  if (entry === undefined) return text
  return withoutOwn(deleteAll(text, deletionsOf(text, root, entry)))
}

/** Removes an entry, and its container if that becomes empty, but never the whole file. */
function deletionsOf(text: string, root: JsonNode, { node, index }: { node: JsonContainer; index: number }) {
  let gone = { node, index }
  while (gone.node.entries.length === 1 && gone.node.lastComment === undefined) {
    const outer = holderOf(root, gone.node)
    if (outer === undefined) break
    gone = outer
  }
  return deletionsFor(text, gone.node, gone.index)
}

function holderOf(root: JsonNode, inner: JsonNode): { node: JsonContainer; index: number } | undefined {
  if (root.kind === 'leaf') return undefined
  const index = root.entries.findIndex(({ value }) => value.start <= inner.start && inner.end <= value.end)
  if (index < 0) return undefined
  if (root.entries[index]!.value === inner) return { node: root, index }
  return holderOf(root.entries[index]!.value, inner)
}
