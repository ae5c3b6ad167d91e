import { stopWords } from '../search/words.ts'
import { simpleCommands } from '../shell/command-line.ts'
import { oneLine } from '../text/visible-text.ts'
import { adviceRisk } from './advice-risk.ts'

export const SENTENCE_IN_NAME = { mostWords: 10, mostInPart: 5, mostSmallWords: 1 }

/** Words of orders, in addition to stop words. */
const SMALL: ReadonlySet<string> = new Set('you your please agents agent assistant first ignore'.split(' '))

/** Whether a name or a path contains a sentence: more than five words in one part, more than ten in all, two words that names do not need (`the`, `before`, `must`), or a text that would be held if it were written with blanks. `ignore-all-previous-instructions` and `agents/must/first/run/setup` do; `packages/web/src/use-session.test.ts` does not. */
export function carriesSentence(name: string, policy = SENTENCE_IN_NAME): boolean {
  const parts = name.split(/[/\\:=]+/).map(wordsIn)
  const words = parts.flat()
  if (words.length > policy.mostWords || parts.some((part) => part.length > policy.mostInPart)) return true
  if (words.filter((word) => stopWords().has(word) || SMALL.has(word)).length > policy.mostSmallWords) return true
  return words.length > 2 && adviceRisk(words.join(' ')) !== undefined
}

function wordsIn(part: string): string[] {
  const apart = part.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase()
  return apart.match(/\p{L}{2,}/gu) ?? []
}

export const COMMAND_RISK = { mostWordsInArgument: 6 }

/** Commands that install or run other people's code by name: whoever wrote the name decides what runs. */
const BRINGS_IN =
  /\b(?:npm|pnpm|yarn|bun|pip3?|uv|poetry|gem|cargo|go|composer|brew|apt(?:-get)?|dnf|yum|apk|pacman|choco|winget|conda|mamba|helm|code|krew|plugin)\b(?: \S+)*? (?:install|add|i|get|require|dlx|exec|x|--install-extension|repo add) (?!-?-?$)\S|\b(?:npx|bunx|uvx|pipx)\b|\bdocker (?:run|pull)\b|\bgit (?:clone|remote add|submodule add)\b/

/**
 * Why a command may not be recommended, or undefined. `seen` is the output that was printed before it ran.
 *
 * A lesson repeats an agent's action, but a page, the output of a failing command, or a script's name may have misled the agent. So a command is not
 * recommended if it fetches and runs, names a place on the network, touches credentials, turns a check off or destroys; if a name or an argument contains a sentence; or
 * if a text of the session spelt it out, and it installs other people's code or the text addresses agents.
 */
export function commandRisk(command: string, seen: readonly string[] = [], policy = COMMAND_RISK): string | undefined {
  const risk = adviceRisk(command)
  if (risk !== undefined) return risk
  if (carriesText(command, policy)) return 'it carries a sentence'
  const brings = BRINGS_IN.test(command)
  const spelt = seen.some((text) => linesWith(text, command).some((line) => brings || adviceRisk(line) !== undefined))
  return spelt ? 'a text of the session spelt it out' : undefined
}

/** Whether a name or an argument of a command is a sentence. */
export function carriesText(command: string, policy = COMMAND_RISK): boolean {
  const words = simpleCommands(command).flatMap((simple) => simple.words.map(({ text }) => text))
  return words.some((word) => saysTooMuch(word, policy))
}

function saysTooMuch(word: string, policy: typeof COMMAND_RISK): boolean {
  const parts = word.trim().split(/\s+/)
  return parts.length > policy.mostWordsInArgument || (parts.length === 1 && carriesSentence(word))
}

function linesWith(text: string, command: string): string[] {
  return text.includes(command)
    ? text
        .split('\n')
        .map(oneLine)
        .filter((line) => line.includes(command))
    : []
}
