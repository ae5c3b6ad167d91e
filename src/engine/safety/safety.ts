import { type SimpleCommand, simpleCommands } from '../shell/command-line.ts'
import { findingsOf, type SafetyChoices, type SafetyFinding } from './findings.ts'
import type { Place } from './path-segments.ts'
import { type Match, shellMatches } from './shell-rules.ts'
import { type ToolUse, toolMatches } from './tool-rules.ts'

/** A step as a client reports it, or as somebody asks about it. */
export interface SafetyStep extends Partial<ToolUse> {
  readonly command?: string | readonly string[] | undefined
}

/**
 * The safety rules that a step matches, the strictest first; each once. Rules that a person turned off are left out.
 *
 * A step is read as text, never run: variables, `cd`, globs, folder copies, nested scripts and simple code are followed. Names that only exist
 * when the command runs are not seen, nor is a script whose text is elsewhere: this is a safety net, not a sandbox.
 */
export function safetyFindings(step: SafetyStep, place: Place, choices: SafetyChoices = {}): SafetyFinding[] {
  const matches = matchesOf(step, place)
  return matches.length === 0 ? [] : findingsOf(matches, choices)
}

function matchesOf(step: SafetyStep, place: Place): Match[] {
  const { command, name = '', kind = 'shell', files, input } = step
  const here = { ...place, cwd: folderOf(input, place.cwd) }
  const fromCommand =
    command === undefined || command.length === 0
      ? []
      : shellMatches(commandsOf(command, name), typeof command === 'string' ? command : command.join(' '), here)
  if (kind === 'shell') return [...fromCommand, ...toolMatches({ name, kind: 'edit', files: files ?? [] }, here)]
  return [...fromCommand, ...toolMatches({ name, kind, files, input }, here)]
}

/** PowerShell separates folders with a backslash, which other shells read as an escape. */
function commandsOf(command: string | readonly string[], tool: string): SimpleCommand[] {
  if (typeof command === 'string')
    return simpleCommands(/powershell|pwsh/i.test(tool) ? command.replaceAll('\\', '/') : command)
  return [{ words: command.map((text) => ({ text, literal: true })), piped: false }]
}

/** The folder of a step: some shell tools have a folder argument, relative to the client's folder. */
export function folderOf(input: ToolUse['input'], from?: string): string | undefined {
  const given = [input?.workdir, input?.cwd, input?.dir_path, input?.directory].find((one) => typeof one === 'string')
  if (typeof given !== 'string' || /^\.?$/.test(given)) return from
  return from === undefined || /^(?:[~/]|[A-Za-z]:)/.test(given) ? given : `${from}/${given}`
}
