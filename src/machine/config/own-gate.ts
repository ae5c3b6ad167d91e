import { UserError } from '../../domain/user-error.ts'
import type { Speaker } from '../../domain/values/session.ts'
import type { ConfigName } from './keys.ts'
import type { Config } from './load.ts'
import { holdsByItself } from './repository-settings.ts'

/** The settings that affect the gate. */
const GATE = /^(?:gate|overlay|policy|safety)\./

/**
 * Refuses a variable or option with which an agent loosens the gate for itself. A person sets it in their own file, which the gate protects.
 *
 * `files` are the settings without variables and options; they and the speaker are read only if there is something to refuse.
 */
export function checkOwnGate(config: Config, speaker: () => Speaker, files: () => Config): void {
  const given = (Object.keys(config.sources) as ConfigName[]).filter(
    (name) => GATE.test(name) && /^(?:METTLE_|--set$)/.test(config.sources[name]),
  )
  if (given.length === 0 || speaker() !== 'agent') return
  const { values } = files()
  const looser = given.find((name) => !holdsByItself(name, config.values[name], values[name]))
  if (looser === undefined) return
  throw new UserError(
    'person',
    `${config.sources[looser]} sets ${looser} to ${JSON.stringify(config.values[looser])}, which loosens the gate, and an agent started this command.`,
    'A person puts it into their own config.json; mettle config says where that is.',
  )
}
