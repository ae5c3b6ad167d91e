import * as z from 'zod'
import { basePolicySchema } from '../../src/domain/base-policy.ts'
import { EVENT_TYPES, EVENTS } from '../../src/domain/events/catalogue.ts'
import { storedName } from '../../src/domain/events/stored-name.ts'
import { CATALOGUE, GROUPS } from '../../src/edges/cli/entry/catalogue.ts'
import { commandHelp } from '../../src/edges/cli/entry/help.ts'
import { paletteFor } from '../../src/edges/cli/output/display-width.ts'
import { LAWS } from '../../src/edges/compute/catalogue.ts'
import { prometheusName, STATUS_GAUGES } from '../../src/edges/http/figures.ts'
import { METRICS, type MetricName } from '../../src/loop/journal/metrics.ts'
import { isLower } from '../../src/machine/config/keys/key.ts'
import {
  CONFIG_KEYS,
  CONFIG_NAMES,
  type ConfigKey,
  type ConfigName,
  variableOf,
} from '../../src/machine/config/keys.ts'
import { repositoryRule } from '../../src/machine/config/repository-settings.ts'
import { attacksPage } from './attacks-page.ts'
import { backtestPage } from './backtest-page.ts'
import { configFileSchema, policyFileSchema } from './file-schemas.ts'
import { gymPage } from './gym-page.ts'
import { httpPage } from './http-page.ts'
import { requirementsPage } from './requirements-page.ts'
import { safetyPage } from './safety-page.ts'

/** The reference pages, made from the code. A test compares them with what is in `docs/reference/`. */
export async function referencePages(): Promise<Map<string, string>> {
  return new Map([
    ['commands.md', await commandsPage()],
    ['events.md', eventsPage()],
    ['settings.md', settingsPage()],
    ['laws.md', lawsPage()],
    ['policy-file.md', policyPage()],
    ['metrics.md', metricsPage()],
    ['http.md', httpPage(MADE, fieldRows)],
    ['attacks.md', attacksPage(MADE)],
    ['safety-rules.md', safetyPage(MADE)],
    ['gym.md', gymPage(MADE)],
    ['backtest.md', backtestPage(MADE)],
    ['requirements.md', requirementsPage(MADE)],
    ['config.schema.json', configFileSchema()],
    ['policy.schema.json', policyFileSchema()],
  ])
}

export const MADE = '<!-- Made by `npm run docs` from the code. Edit the code, not this page. -->\n'

async function commandsPage(): Promise<string> {
  const parts = [
    `# Commands\n\n${MADE}\nEvery command takes \`--json\`, \`--help\`, \`--cwd DIR\`, \`--set key=value\`, \`--quiet\` and \`--no-color\`.\n`,
  ]
  for (const group of GROUPS) {
    const entries = CATALOGUE.filter((entry) => entry.group === group)
    if (entries.length > 0) parts.push(`\n## ${group}\n`)
    for (const entry of entries) {
      const { command } = await entry.load()
      parts.push(
        `\n### mettle ${entry.name}\n\n\`\`\`text\n${ownHelp(commandHelp(command, paletteFor(false)))}\n\`\`\`\n`,
      )
    }
  }
  return parts.join('')
}

/** A command's help without the global options, which are at the top of the page. */
function ownHelp(help: string): string {
  return help.replace(/Every command\n(?: .*\n)+\n?/, '').trimEnd()
}

function eventsPage(): string {
  const parts = [
    `# Events\n\n${MADE}\nThe events that a journal can contain. Each also has its id, key, stream and version, position, times, scope, run, origin, provenance and its link in the hash chain. An id is made of letters, digits, dot, dash and underscore, at most 128 of them.\n`,
  ]
  for (const type of EVENT_TYPES) {
    const event = EVENTS[type]
    const { summary, stream, payload } = event
    parts.push(eventPart(storedName(type), `${summary} Stream: ${stream}.`, payload))
    const earlier = 'earlier' in event ? event.earlier : []
    for (const [index, schema] of earlier.entries()) {
      const because = `Written by earlier releases; it is read as ${storedName(type)}.`
      parts.push(eventPart(storedName(type, index + 1), because, schema))
    }
  }
  return parts.join('')
}

function eventPart(name: string, text: string, payload: z.ZodType): string {
  return `\n## ${name}\n\n${text}\n\n| field | holds |\n|---|---|\n${fieldRows(payload)}`
}

interface JsonSchema {
  readonly type?: string | readonly string[]
  readonly description?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly anyOf?: readonly JsonSchema[]
  readonly items?: JsonSchema
  readonly properties?: Record<string, JsonSchema>
  readonly required?: readonly string[]
  readonly minimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly maxLength?: number
}

function fieldRows(schema: z.ZodType): string {
  const { properties = {}, required = [] } = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
  }) as JsonSchema
  return Object.entries(properties)
    .map(([name, field]) => `| \`${name}\`${required.includes(name) ? '' : '?'} | ${holds(field)} |\n`)
    .join('')
}

/** A field's schema in a few words. */
function holds(field: JsonSchema): string {
  const values = field.enum?.map((value) => `\`${value}\``).join(', ')
  if (field.description !== undefined)
    return values === undefined ? field.description : `${field.description}: ${values}`
  if (values !== undefined) return values
  if (field.const !== undefined) return `\`${field.const}\``
  if (field.anyOf !== undefined) return field.anyOf.map(holds).join(' or ')
  if (field.type === 'array') return `list of: ${holds(field.items ?? {})}`
  if (field.properties !== undefined) {
    const required = field.required ?? []
    return Object.entries(field.properties)
      .map(([name, inner]) => `\`${name}\`${required.includes(name) ? '' : '?'} ${holds(inner)}`)
      .join('; ')
  }
  const types = typeof field.type === 'string' ? [field.type] : (field.type ?? ['anything'])
  return `${types.map((type) => (type === 'string' ? 'text' : type)).join(' or ')}${limits(field)}`
}

function limits({ minimum, maximum, minLength, maxLength }: JsonSchema): string {
  const least = minimum ?? minLength
  const most = maximum ?? maxLength
  const unit = minLength === undefined && maxLength === undefined ? '' : ' characters'
  if (least === undefined && most === undefined) return ''
  if (least === undefined) return `, at most ${most}${unit}`
  return most === undefined ? `, at least ${least}${unit}` : `, ${least} to ${most}${unit}`
}

function settingsPage(): string {
  const rows = CONFIG_NAMES.map((name) => {
    const key: ConfigKey = CONFIG_KEYS[name]
    return `| \`${name}\` | ${fallbackText(key)} | \`${variableOf(name)}\` | ${repositoryRuleText(name)} | ${key.summary}${allowed(key)} |\n`
  })
  return `# Settings\n\n${MADE}
Read in this order, the later wins: defaults, \`config.json\` in your configuration folder (\`~/.config/mettle\`), \`mettle.config.json\` in the
repository, the environment, \`--set key=value\`. In a file the dots nest. \`mettle config\` shows the active values and where they came from; an unknown
key is an error. The files have a JSON Schema, [config.schema.json](config.schema.json), which comes with the package; an editor that finds it completes and checks:

\`\`\`json
{ "$schema": "./node_modules/mettle/docs/reference/config.schema.json" }
\`\`\`

A repository's \`mettle.config.json\` comes with every clone, so not every setting in it applies. The column "repository" says when it does: \`no\` never, \`once accepted\` after
[you accept it on this machine](../how-to/share-patterns.md#trust-a-repository), \`if stricter\` without acceptance, as long as the value is stricter than the one that would apply otherwise.

| key | default | variable | repository | what for |
|---|---|---|---|---|
${rows.join('')}`
}

function metricsPage(): string {
  const rows = Object.entries(METRICS).map(
    ([name, { kind, unit, summary, attributes }]) =>
      `| \`${name}\` | ${kind} | \`${unit}\` | ${attributes.map((attribute) => `\`${attribute}\``).join(', ')} | ${summary} |\n`,
  )
  return `# Metrics\n\n${MADE}
Mettle reports metrics through \`@opentelemetry/api\` and has no exporter of its own. Register a meter provider before you open the loop; without one the API is not loaded and
nothing is measured. The meter is called \`mettle\`.

| name | kind | unit | attributes | what |
|---|---|---|---|---|
${rows.join('')}
## Prometheus

\`mettle serve\` offers the same at \`/metrics\` to callers with a token: what happened through that server since it started, and the state of the journal, including what other processes wrote. Scrape it with
\`authorization: { credentials_file: … }\`.

| name | kind | what |
|---|---|---|
${(Object.keys(METRICS) as MetricName[]).map((name) => `| \`${prometheusName(name)}\` | ${METRICS[name].kind} | ${METRICS[name].summary} |\n`).join('')}${Object.entries(
  STATUS_GAUGES,
)
  .map(([name, [summary]]) => `| \`${name}\` | gauge | ${summary} |\n`)
  .join('')}`
}

const POLICY_EXAMPLE = {
  version: 1,
  approvers: ['ada', 'grace'],
  adapters: {
    npm: { requireApproval: true, maxRetries: 0, note: 'a release cannot be taken back' },
    terraform: { deny: true, note: 'production changes through the pipeline alone' },
  },
  tools: [{ program: 'make', only: ['deploy'], adapter: 'deploy' }],
}

function policyPage(): string {
  const { adapters, tools } = basePolicySchema.shape
  return `# The policy file\n\n${MADE}
\`mettle.policy.json\` in the root of a repository holds what people decided about adapters, before any evidence. \`mettle policy check\` checks it; the gate reads
it as it is at that moment, and a file that is wrong is an error, never an open gate. Overlays that evidence puts on an adapter come on top: of both, the stricter
holds. Its JSON Schema is [policy.schema.json](policy.schema.json); \`"$schema"\` in the file may name it.

\`\`\`json
${JSON.stringify(POLICY_EXAMPLE, null, 2)}
\`\`\`

| field | holds |
|---|---|
${fieldRows(basePolicySchema)}
Each of \`adapters\`, by the adapter's name in any case:

| field | holds |
|---|---|
${fieldRows(adapters.unwrap().valueType)}
Each of \`tools\`; they stand before the table that comes with Mettle, and the first that fits holds:

| field | holds |
|---|---|
${fieldRows(tools.unwrap().element)}
Effective risk is a number: low 0.25, medium 0.5, high 0.75, times the multiplier of the overlay on the adapter. High risk times 1.4
is 1.05, which asks by default.
`
}

/** What a repository's file may do to a setting. */
function repositoryRuleText(name: ConfigName): string {
  const { kind, stricter } = CONFIG_KEYS[name]
  const rule = repositoryRule(name)
  if (rule === 'never') return 'no'
  if (rule === 'accepted') return 'once accepted'
  return `if stricter${kind === 'number' ? ` (${stricter === isLower ? 'lower' : 'higher'})` : ''}, else once accepted`
}

function fallbackText({ fallback }: ConfigKey): string {
  return fallback === '' ? '' : `\`${typeof fallback === 'object' ? JSON.stringify(fallback) : fallback}\``
}

function allowed({ least, most, oneOf }: ConfigKey): string {
  if (oneOf !== undefined) return ` One of ${oneOf.join(', ')}.`
  return least === undefined ? '' : ` From ${least} to ${most}.`
}

function lawsPage(): string {
  const parts = [
    `# Laws\n\n${MADE}\nEvery law can be called by hand: \`mettle compute LAW\` reads one JSON object and prints the verdict. The functions behind them are exported at \`mettle/engine/*\`. Each worked number below is run by a test.\n`,
  ]
  for (const { name, summary, input, example } of LAWS) {
    const call = example.now === undefined ? `mettle compute ${name}` : `mettle compute ${name} --now ${example.now}`
    parts.push(`\n## ${name}\n\n${summary}\n\n| input | holds |\n|---|---|\n${fieldRows(input)}`)
    parts.push(
      `\n\`\`\`text\n$ echo '${JSON.stringify(example.input)}' | ${call}\n${JSON.stringify(example.output)}\n\`\`\`\n`,
    )
  }
  return parts.join('')
}
