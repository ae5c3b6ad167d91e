import { verbRules } from './verb-rules.ts'

/** The words of a name: `terraform__destroy`, `deletePod` and `drop-table` have two each. */
export function wordsIn(name: string): string[] {
  return name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter((word) => word !== '')
}

/** Tools whose names begin like this only look. */
const LOOKS =
  /^(?:get|list|describe|read|show|search|query|find|count|check|preview|plan|diff|status|view|fetch|lookup|inspect|explain|validate|is|has|can|watch|wait|await|export|summarize|analyze)$/

/** Verbs that delete, whatever the object; objects that are deleted every day; and verbs that delete only with an object that others rely on. */
const DESTROYS = /^(?:delete|destroy|purge|wipe|nuke|decommission|deprovision)$/
const EVERYDAY =
  /^(?:files?|comments?|reactions?|entit(?:y|ies)|observations?|relations?|memor(?:y|ies)|notes?|cells?|lines?|text|selection|tabs?|todos?|tasks?|labels?|drafts?|bookmarks?|cookies?|cache|breakpoints?|elements?|shapes?|slides?|blocks?|session|context|temp|tmp)$/
const DESTROYS_THINGS = /^(?:drop|truncate|terminate|erase|remove|reset|flush|drain)$/
const THINGS =
  /^(?:repo|repositor(?:y|ie)|branch(?:e)?|release|tag|database|db|schema|table|column|view|collection|index|keyspace|bucket|namespace|node|cluster|project|workspace|instance|vm|server|machine|stack|deployment|volume|disk|snapshot|backup|organi[sz]ation|org|team|user|account|role|environment|env|secret|droplet|function|service|site|app|domain|zone|record|director(?:y|ie)|folder|queue|topic|stream|all|flushall|hard)s?$/

/** The shell form of a server: `mcp__helm__uninstall` is `helm uninstall`. */
const PROGRAMS: Readonly<Record<string, string>> = Object.fromEntries(
  `kubectl=kubectl k8s=kubectl kubernetes=kubectl github=gh gh=gh gitlab=glab aws=aws gcloud=gcloud gcp=gcloud azure=az docker=docker podman=podman terraform=terraform tofu=tofu pulumi=pulumi helm=helm npm=npm pnpm=pnpm cargo=cargo pypi=twine vercel=vercel netlify=netlify fly=fly flyio=fly heroku=heroku supabase=supabase firebase=firebase railway=railway cloudflare=wrangler wrangler=wrangler redis=redis-cli prisma=prisma argocd=argocd git=git`
    .split(' ')
    .map((pair) => pair.split('=')),
)

/** The rules that stop a tool because of its own name, or of an action name in its input. */
export function namedRules(tool: string, input: Readonly<Record<string, unknown>>): string[] {
  const own = wordsIn(tool.replace(/^.+__/, ''))
  const server = wordsIn(tool.slice(0, tool.length - tool.replace(/^.+__/, '').length))
  const given = (names: RegExp) =>
    Object.entries(input).flatMap(([name, value]) =>
      names.test(name) && typeof value === 'string' && value.length < 60 ? wordsIn(value) : [],
    )
  const action = given(/^(?:action|operation|op|verb|method_?name|sub_?command|command)$/i)
  const words = [...own, ...action, ...given(/^(?:resource|resource_?type|kind|type|object|entity)$/i)]
  const isShown = Object.entries(input).some(
    ([name, value]) => value === true && /^(?:dry_?run|preview|plan_?only|what_?if|check_?only)$/i.test(name),
  )
  // The server's name may precede the tool's without a separator: `k8s_delete_pod`.
  const first = action[0] ?? own.find((word) => !Object.hasOwn(PROGRAMS, word)) ?? ''
  if (isShown || (LOOKS.test(first) && !words.includes('and'))) return []
  const options = Object.entries(input).flatMap(([name, value]) =>
    value === true ? [`--${wordsIn(name).join('-')}`] : [],
  )
  const programs = new Set(
    [...server, ...own].flatMap((word) => (Object.hasOwn(PROGRAMS, word) ? [PROGRAMS[word]!] : [])),
  )
  const rest = words.filter((word) => !Object.hasOwn(PROGRAMS, word))
  const asShell = [...programs].flatMap((program) => verbRules({ program, args: [...rest, ...options] }))
  return [
    ...asShell,
    ...(destroys(rest) && asShell.length === 0 ? ['mcp-destroy'] : []),
    ...(rest.some((word) => word === 'publish' || word === 'deploy') && asShell.length === 0 ? ['deploy'] : []),
  ]
}

function destroys(words: readonly string[]): boolean {
  const isThing = words.some((word) => THINGS.test(word))
  return words.some((word) => {
    if (DESTROYS.test(word)) return isThing || !words.some((other) => EVERYDAY.test(other))
    return DESTROYS_THINGS.test(word) && isThing
  })
}
