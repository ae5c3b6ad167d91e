import { CONFIG_KEYS, CONFIG_NAMES, type ConfigName, variableOf } from '../../config/keys.ts'
import type { Config } from '../../config/load.ts'
import { printable } from '../../config/mask.ts'
import { didYouMean } from '../../domain/nearest.ts'
import { UserError } from '../../domain/user-error.ts'
import { readConfig } from '../../open.ts'
import { findWorkspace } from '../../system/workspace.ts'
import { defineCommand } from '../command.ts'
import type { CommandContext } from '../context.ts'
import { table } from '../output/table.ts'

export const command = defineCommand({
  name: 'config',
  summary: 'Show the settings in force, and where each came from.',
  description: `A setting comes from its default, then the user's config.json, then the project's mettle.config.json, then the
    environment, then --set; the later wins. A secret shows only that it is set.`,
  arguments: [{ name: 'key', summary: 'One setting; its value alone is printed.' }],
  examples: ['mettle config', 'mettle config inject.minScore', 'mettle config --set holdout.share=0'],
  run: async (context, { key }) => {
    const workspace = findWorkspace(context.cwd)
    const config = readConfig(workspace, context.environment, context.settings)
    if (key === undefined) showAll(context, config)
    else showOne(context, config, key)
  },
})

function showAll(context: CommandContext, config: Config): void {
  context.show({ settings: CONFIG_NAMES.map((name) => settingOf(config, name)) }, () => {
    const groups = [...new Set(CONFIG_NAMES.map(groupOf))]
    return groups.map((group) => groupText(context, config, group)).join('\n')
  })
}

function groupText({ colour, isTerminal, width }: CommandContext, config: Config, group: string): string {
  const rows = CONFIG_NAMES.filter((name) => groupOf(name) === group).map((name) => {
    const { source } = settingOf(config, name)
    return [name, textOf(config, name), source === 'default' ? colour.dim(source) : colour.cyan(source)]
  })
  return `${colour.bold(group)}\n${table(rows, { width: isTerminal ? width : undefined, indent: 2 })}`
}

function showOne(context: CommandContext, config: Config, key: string): void {
  if (!Object.hasOwn(CONFIG_KEYS, key))
    throw new UserError(
      'config',
      `'${key}' is not a setting.${didYouMean(key, CONFIG_NAMES)}`,
      'mettle config',
    )
  const name = key as ConfigName
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

/** The word before the dot; settings without one belong to the project itself. */
function groupOf(name: ConfigName): string {
  return name.includes('.') ? name.slice(0, name.indexOf('.')) : 'project'
}
