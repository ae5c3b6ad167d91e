import { digest } from '../../../domain/digest.ts'
import { settingBrought, type Withheld } from '../../../machine/config/load.ts'
import { PROJECT_FILE, printable } from '../../../machine/config/settings-file.ts'
import type { Workspace } from '../../../machine/files/workspace.ts'
import type { Brought } from '../../../machine/gate/trust-file.ts'
import { broughtFiles } from '../../../machine/learnings/repository-files.ts'
import { configInputs, readConfig } from '../../../open.ts'
import type { CommandContext } from '../context.ts'

const ID_LENGTH = 8
const LONGEST_SHOWN = 300

/** Content of a repository that has no effect until a person accepts it. */
export interface Offered extends Brought {
  /** Derived from its name and content, so that a person accepts exactly what they saw. */
  readonly id: string
  /** What it would do, for a person to judge. */
  readonly shown: string
}

export interface RepositoryOffer {
  readonly waiting: readonly Offered[]
  /** Settings that no repository can set, even if a person accepts them. */
  readonly never: readonly Withheld[]
}

export function repositoryOffer(context: CommandContext, workspace: Workspace): RepositoryOffer {
  const { trust } = configInputs(workspace, context.environment, [])
  const { withheld } = readConfig(workspace, context.environment, [])
  const settings = withheld
    .filter(({ until }) => until === 'accepted')
    .map(({ name, value }) => offered(settingBrought(name, value), settingText(name, value)))
  const files = broughtFiles(workspace, { trust })
    .held()
    .map((file) => offered(file, fileText(file)))
  return { waiting: [...settings, ...files], never: withheld.filter(({ until }) => until === 'never') }
}

/** One line that says what is ignored, and what to type; nothing where all holds. */
export function ignoredText({ waiting }: RepositoryOffer): string | undefined {
  if (waiting.length === 0) return undefined
  const [first, second, third, ...others] = waiting.map(({ item }) => item)
  const named = [first, second, third].filter((item) => item !== undefined).join(', ')
  const more = others.length === 0 ? '' : ` and ${others.length} more`
  return `ignored until accepted: ${named}${more}; type: mettle trust`
}

export function idOfAll(waiting: readonly Offered[]): string {
  return digest(waiting.map(({ id }) => id).join()).slice(0, ID_LENGTH)
}

export function offered(brought: Brought, shown: string): Offered {
  const id = digest(`${brought.item}\n${brought.content}`).slice(0, ID_LENGTH)
  return { ...brought, id, shown: shown.slice(0, LONGEST_SHOWN) }
}

function settingText(name: Withheld['name'], value: Withheld['value']): string {
  return `${PROJECT_FILE} sets it to ${name === 'store.url' ? placeOf(value as string) : JSON.stringify(printable(name, value))}`
}

/** An address without its credentials. */
function placeOf(url: string): string {
  if (!URL.canParse(url)) return 'an address'
  const { protocol, host, pathname } = new URL(url)
  return `${protocol}//${host}${pathname}`
}

function fileText({ item, content }: Brought): string {
  if (!item.includes('/pending/')) return `holds ${content.split('\n').length} lines`
  try {
    const { pattern_to_remember: lesson } = JSON.parse(content) as { pattern_to_remember?: unknown }
    return typeof lesson === 'string' ? `teaches: ${lesson}` : 'teaches nothing'
  } catch {
    return 'is not JSON'
  }
}
