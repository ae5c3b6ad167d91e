import { simpleCommands } from '../../engine/shell/command-line.ts'
import { startedBy } from '../../engine/shell/started-programs.ts'
import type { FailureKind } from '../../engine/trust/describe-failure.ts'
import type { Step, Tool } from './session.ts'

const PROSE = /\.(?:md|mdx|txt|rst|adoc)$/i
const WRITES_IN_PLACE = /^(?:sed|perl|ruby)$/
const GIT_WRITES = new Set(['apply', 'am', 'cherry-pick', 'merge', 'pull', 'rebase', 'revert', 'stash'])

export const toolsIn = (steps: readonly Step[]) => steps.filter((step): step is Tool => step.is === 'tool')

/** Whether a step changed something that a build or a test reads. Prose does not count. */
export function changesCode(step: Tool): boolean {
  if (step.ended !== 'passed' && step.ended !== 'unknown') return false
  if (step.kind === 'edit') return step.files === undefined || step.files.some((file) => !PROSE.test(file))
  return step.kind === 'shell' && step.command !== undefined && writesCode(step.command)
}

/** Whether a command edits code from the shell: `sed -i`, `git apply`, `cat > src/a.ts`. */
function writesCode(command: string): boolean {
  if (/(?<![0-9&>])>{1,2}\s*[\w./-]+\.(?!md\b|txt\b|log\b|json\b)\w+/.test(command)) return true
  return startedBy(simpleCommands(command)).some(({ program = '', args }) => {
    if (WRITES_IN_PLACE.test(program)) return args.some(({ text }) => /^-\w*i/.test(text))
    return program === 'patch' || (program === 'git' && GIT_WRITES.has(args[0]?.text ?? ''))
  })
}

/** Commands that only look around and change nothing. */
const READS =
  /^(?:ls|cat|head|tail|less|grep|rg|ag|find|fd|pwd|echo|printf|which|type|file|stat|wc|du|df|env|printenv|date|whoami|uname|tree|jq|diff|ps|lsof|true|false|sleep|test|\[|cd|sed -n|awk|curl|wget|ping|nc|git (?:status|diff|log|show|branch|remote|blame|rev-parse|ls-files|grep|config --get|describe)|docker (?:ps|logs|images|inspect)|docker compose (?:ps|logs)|kubectl (?:get|describe|logs)|npm (?:ls|view|why|outdated|config get)|pip (?:show|list|freeze)|node -[ep]|python3? -c)\b/
const ASKS = /(?:^|\s)(?:--version|--help|-h|--dry-run)\b/

export function readsOnly(command: string): boolean {
  const last = command.split(/\s*&&\s*/).at(-1) ?? command
  return READS.test(last.replace(/^(?:[A-Z_]+=\S+\s+)+/, '')) || ASKS.test(command)
}

/** Bookkeeping, and dependencies that only this change needs: no lesson for others. */
const OF_THE_DAY =
  /^(?:git\b(?! (?:submodule|lfs|fetch|pull))|mkdir|touch|mv|rm (?!-rf? (?:node_modules|\.?\w*cache|dist|build|target|\.next))|code|vim)\b|^(?:npm|pnpm|yarn|bun) (?:install|i|ci|add|remove|uninstall)(?: (?:-D|-d|--save-dev|--dev|--save|[@\w][\w@./^~-]*))*$|^(?:pip3?|uv pip|python3? -m pip) install (?!-r|-e|\.)[\w[\]=<>.,"'-]+$|^(?:cargo|poetry|uv|go|composer|gem|bundle) (?:add|get|install \w)\b|^yarn$/

/** Verbs that set up the environment, and scripts whose names nobody could guess. */
const PREPARES =
  /\b(?:install|ci|sync|restore|bootstrap|build|compile|generate|gen|codegen|proto\w*|migrat\w+|seed|up|start|restart|setup|init|login|use|update|upgrade|clean|reset|rebuild|link|format|fmt|fix|createdb|create|push|deploy|prepare|download|vendor|tidy|export|chmod|cp|source|submodule|prisma|corepack|enable|rm -rf?|stop|down|kill)\b|^(?:\.\/|bin\/|scripts?\/|make \w|just \w|task \w|(?:npm|pnpm|yarn|bun) run \w|nvm |asdf |mise )/

export const prepares = (command: string) => changesGround(command) && PREPARES.test(command)

/** Whether a command may change the environment, and not only the work itself. */
export const changesGround = (command: string) => !readsOnly(command) && !OF_THE_DAY.test(command)

/** Which commands are known to fix which failures. */
const CURES: { readonly [K in FailureKind]?: RegExp } = {
  module:
    /\b(?:install|sync|build|compile|generate|gen|codegen|proto\w*|prisma|link|bootstrap|download|vendor|tidy|prepare|submodule)\b/,
  command: /\b(?:install|enable|corepack|setup|bootstrap|use)\b/,
  file: /\b(?:build|compile|generate|gen|codegen|cp|setup|init|prepare|submodule|download|mkdir)\b/,
  port: /\b(?:stop|kill|kill-port|down)\b/,
  lock: /\b(?:stop|kill|rm|down)\b/,
  connection: /\b(?:up|start|restart|run|serve|setup|compose|docker|services?|redis|postgres|db)\b/,
  schema: /\b(?:migrat\w+|createdb|create|push|setup|seed|reset|prisma|alembic|db)\b/,
  environment: /\b(?:export|cp|source|setup|env|login|pull)\b|\.env/,
  stale: /\b(?:install|build|compile|generate|gen|codegen|proto\w*|update|sync|format|fmt|fix|rebuild|tidy|lock)\b/,
  version: /\b(?:use|install|enable|corepack|nvm|rebuild|mise|asdf)\b/,
  permission: /\b(?:chmod|chown|login|auth)\b/,
  form: /\b(?:format|fmt|fix|write)\b/,
}

export function fixesFailure(kind: FailureKind, command: string): boolean {
  return CURES[kind]?.test(command) ?? false
}
