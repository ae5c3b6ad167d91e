import type { Turn } from './model/wire.ts'

interface Listed {
  readonly name?: string
  readonly namespace?: string
  readonly definition: string
}

/** The tools of Mettle's server in a request, in the words of each wire. Codex groups them under the name of their server. */
export function serverTools(body: string): Listed[] {
  const { tools = [] } = JSON.parse(body) as { tools?: readonly Record<string, unknown>[] }
  const all = tools.flatMap((tool): Listed[] => {
    const inner = (tool.functionDeclarations ?? tool.tools) as Record<string, unknown>[] | undefined
    const namespace = tool.type === 'namespace' ? { namespace: tool.name as string } : {}
    return (inner ?? [(tool.function as Record<string, unknown>) ?? tool]).map((one) => ({
      name: one.name as string,
      ...namespace,
      definition: JSON.stringify(one),
    }))
  })
  return all.filter(({ name, namespace }) => `${namespace} ${name}`.includes('mettle'))
}

/** A call of `recall` by the name that the client gave it. */
export function recallTurn(body: string): Turn {
  const listed = serverTools(body).find(({ name }) => name?.endsWith('recall'))
  // Codex lets a model search for the tools of servers, and takes a call of one that it has not listed.
  const isSearched = listed === undefined && body.includes('"tool_search"')
  const found = isSearched ? { namespace: 'mcp__mettle', name: 'recall' } : listed
  if (found?.name === undefined) return { say: 'There is no recall.' }
  const within = found.namespace === undefined ? {} : { namespace: found.namespace }
  return { call: { name: found.name, ...within, input: { task: 'Set the price of the shop.' } } }
}
