import { configError, didYouMean } from '../../../domain/user-error.ts'
import { CONFIG_KEYS, CONFIG_NAMES, type ConfigName, variableOf } from '../../../machine/config/keys.ts'
import type { Config } from '../../../machine/config/load.ts'
import { printable } from '../../../machine/config/settings-file.ts'
import { findWorkspace } from '../../../machine/files/workspace.ts'
import { configInputs, readConfig } from '../../../open.ts'
import { defineCommand } from '../command.ts'
import type { CommandContext } from '../context.ts'
import { listOf } from '../output/json-document.ts'
import { table } from '../output/table.ts'

export const configCommand = defineCommand({
  name: 'config',
  summary: 'Show the active settings, and where each came from.',
  description: `A setting comes from its default, then the user's config.json, then the project's mettle.config.json, then the
    environment, then --set; the later wins. From the project's file, only stricter settings apply without your approval; mettle trust shows the others. To keep a change, write it into one of the two files: {"retention": {"maxRuns": 40}}.
    A secret shows only that it is set.`,
  arguments: [{ name: 'key', summary: 'One setting, to print only its value, or the first word of several.' }],
  examples: [
    'mettle config',
    'mettle config retention',
    'mettle config inject.minScore',
    'mettle config --set holdout.share=0',
  ],
  run: async (context, { key }) => {
    const workspace = findWorkspace(context.cwd)
    const config = readConfig(workspace, context.environment, context.settings)
    const { userFile, projectFile } = configInputs(workspace, context.environment, [])
    if (key === undefined) showAll(context, config, { yours: userFile, project: projectFile })
    else if (GROUPS.includes(key) && key !== 'project') showGroup(context, config, key)
    else showOne(context, config, key)
  },
})

const GROUPS: readonly string[] = [...new Set(CONFIG_NAMES.map(groupOf))]

function showAll(
  context: CommandContext,
  config: Config,
  files: { readonly yours: string; readonly project: string },
): void {
  const settings = CONFIG_NAMES.map((name) => settingOf(config, name))
  const ignored = config.withheld.map(({ name, until }) => ({ name, until }))
  context.show({ ...listOf(settings), files, ignored }, () => {
    const groups = GROUPS.map((group) => groupText(context, config, group))
    const rows = [
      ['yours', files.yours],
      ['of the project', files.project],
    ]
    const places = `${context.colour.bold('Files')}\n${table(rows, { indent: 2 })}`
    return [...groups, ...ignoredPart(context, config), places].join('\n')
  })
}

/** The settings of the project's file that have no effect. */
function ignoredPart({ colour }: CommandContext, { withheld }: Config): string[] {
  if (withheld.length === 0) return []
  const rows = withheld.map(({ name, until }) => [
    name,
    until === 'never' ? 'no repository sets it' : 'until accepted; type: mettle trust',
  ])
  return [`${colour.bold('Ignored, of mettle.config.json')}\n${table(rows, { indent: 2 })}`]
}

function showGroup(context: CommandContext, config: Config, group: string): void {
  const names = CONFIG_NAMES.filter((name) => groupOf(name) === group)
  context.show(listOf(names.map((name) => settingOf(config, name))), () => {
    const rows = names.map((name) => [...rowOf(context, config, name), CONFIG_KEYS[name].summary])
    return table(rows, { ...widthOf(context), isLastProse: true })
  })
}

function groupText(context: CommandContext, config: Config, group: string): string {
  const names = CONFIG_NAMES.filter((name) => groupOf(name) === group)
  const rows = names.map((name) => rowOf(context, config, name))
  return `${context.colour.bold(group)}\n${table(rows, { ...widthOf(context), indent: 2 })}`
}

function rowOf({ colour }: CommandContext, config: Config, name: ConfigName): string[] {
  const { source } = settingOf(config, name)
  return [name, textOf(config, name), source === 'default' ? colour.dim(source) : colour.cyan(source)]
}

/** The column of names, which are never cut, because people copy them. */
function widthOf({ textWidth: width }: CommandContext) {
  return { width, whole: [0] }
}

function showOne(context: CommandContext, config: Config, key: string): void {
  if (!Object.hasOwn(CONFIG_KEYS, key))
    throw configError(`'${key}' is not a setting.${didYouMean(key, [...CONFIG_NAMES, ...GROUPS])}`, 'mettle config')
  const name = key as ConfigName
  const held = config.withheld.find((one) => one.name === name)
  if (held !== undefined)
    context.note(
      held.until === 'never'
        ? 'mettle.config.json sets it, which no repository can.'
        : 'mettle.config.json sets it; ignored until accepted, type: mettle trust',
    )
  context.show(settingOf(config, name), () => textOf(config, name))
}

function settingOf(config: Config, name: ConfigName) {
  const { kind, summary } = CONFIG_KEYS[name]
  const value = printable(name, config.values[name])
  return { name, value, source: config.sources[name], kind, variable: variableOf(name), summary }
}

function textOf(config: Config, name: ConfigName): string {
  const value = printable(name, config.values[name])
  if (Array.isArray(value)) return value.join(',')
  if (typeof value === 'object')
    return Object.entries(value)
      .map(([key, weight]) => `${key}:${weight}`)
      .join(',')
  return String(value)
}

/** The group of a setting: the word before the dot; without a dot, the project itself. */
function groupOf(name: ConfigName): string {
  return name.includes('.') ? name.slice(0, name.indexOf('.')) : 'project'
}
