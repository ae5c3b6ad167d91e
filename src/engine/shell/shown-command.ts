import { checkIn } from './check-command.ts'
import { type SimpleCommand, simpleCommands } from './command-line.ts'

const LONGEST = 100
/** Nobody would type a longer command, trimmed or not. */
const LONGEST_TEXT = 4_000
/** Suffixes with which an agent shortens the output of a command. */
const LOOKS_ONLY =
  /\s*(?:\|&?\s*(?:tail|head|grep|rg|cat|less|more|tee|wc|sort|uniq|sed|awk|cut)\b[^|;&]*|\|\|\s*(?:true|:|echo\b[^|;&]*)|;\s*echo\b[^|;&]*|;\s*exit\b.*|\d?>{1,2}\s*(?:&\d|\/dev\/null|\/tmp\/\S+)|&>\s*\S+)\s*$/

/**
 * A command as a person would show it to a colleague: without the folder that the agent happened to be in, and without what only trims its
 * output. Undefined if nobody would type it as one line.
 *
 * `cd /home/me/app && npm test 2>&1 | tail -20` -> npm test
 */
export function shownCommand(text: string): string | undefined {
  if (text.length > LONGEST_TEXT) return undefined
  let shown = text.trim().replace(/^cd\s+["']?(?:\/|~|[A-Z]:)[^&;]*?(?:&&|;)\s*/, '')
  for (let before = ''; before !== shown; ) {
    before = shown
    shown = shown.replace(LOOKS_ONLY, '').trim()
  }
  shown = shown.replace(/^(?:set -[a-z]+(?: pipefail)?|export PATH=\S+)\s*(?:&&|;)\s*/, '').replace(/^time\s+/, '')
  const isLine = shown !== '' && shown.length <= LONGEST && !/[\n`]|<<|\/tmp\/|\/home\/|\/Users\//.test(shown)
  return isLine ? shown : undefined
}

/** The check in a command line as the repository would name it: without the files to which one run was limited. */
export function shownCheck(text: string): string | undefined {
  const check = checkIn(text)
  const shown = check === undefined ? undefined : shownCommand(text)
  if (check === undefined || shown === undefined) return undefined
  const parts = shown.split(/\s*&&\s*/)
  const at = parts.findIndex((part) => checkIn(part)?.command === check.command)
  if (at === -1) return undefined
  const place = at > 0 && /^cd\s+[\w./-]+$/.test(parts[at - 1]!) ? [parts[at - 1]!] : []
  const [command] = simpleCommands(parts[at]!)
  return command === undefined ? undefined : [...place, unnarrowed(command)].join(' && ')
}

const NARROWS = /^(?:-t|-k|-g|-run|-m|--grep|--filter|--testNamePattern|--testPathPattern|--run|--project|-p)$/
const TASTE = /^(?:-[vqsx]+|--(?:verbose|silent|bail|no-color|color|watch=false|reporter=\S+|tb=\S+))$/

function unnarrowed({ words }: SimpleCommand): string {
  const kept: string[] = []
  for (let at = 0; at < words.length; at++) {
    const { text } = words[at]!
    if (NARROWS.test(text)) {
      if (words[at + 1] !== undefined && !words[at + 1]!.text.startsWith('-')) at += 1
      continue
    }
    if (at > 0 && (TASTE.test(text) || isNarrowing(text))) continue
    kept.push(text)
  }
  return kept.join(' ').replace(/\s+--$/, '')
}

/** A file, a test, or a pattern for them; a folder such as `./...` belongs to the command. */
function isNarrowing(text: string): boolean {
  if (text.startsWith('-')) return false
  return text.includes('::') || /[\\/].*\.\w+$|\.(?:test|spec)\.\w+$|_test\.\w+$|^test_\w+/.test(text)
}
