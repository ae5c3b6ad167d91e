import type { Classifier } from '../domain/values/session.ts'
import type { Model } from '../loop/learning/project-access.ts'
import { runCommand } from './run-command.ts'

export interface ClassifierSettings {
  readonly by: Classifier
  readonly command: readonly string[]
  readonly url: string
  readonly model: string
  readonly key: string | undefined
  readonly timeoutMs: number
  readonly mostCalls: number
  readonly mostTokens: number
}

const ANSWER_TOKENS = 300
const MOST_ANSWER = 65_536

type Answer = Awaited<ReturnType<Model['ask']>>

/** The configured model, if any. A key is sent only in a request header. */
export function openModel(settings: ClassifierSettings, cwd: string): Model | undefined {
  const { by, command, model, mostCalls, mostTokens } = settings
  if (by === 'rules') return undefined
  const limits = { mostCalls, mostTokens, answerTokens: ANSWER_TOKENS }
  if (by === 'command') {
    if (command.length === 0) return unusable('classify.command is empty')
    return { name: command[0]!, ...limits, ask: (prompt) => askCommand(settings, prompt, cwd) }
  }
  if (!isSafeAddress(settings.url)) return unusable('classify.url is neither https nor on this machine')
  if (model === '') return unusable('classify.model is empty')
  return { name: model, ...limits, ask: (prompt) => askEndpoint(settings, prompt) }
}

/** With incomplete settings only the model's labels are lost: the rules decide, and the reason is reported. */
function unusable(problem: string): Model {
  const limits = { mostCalls: 1_000_000, mostTokens: Number.MAX_SAFE_INTEGER, answerTokens: 0 }
  return { name: 'none', ...limits, ask: async () => ({ problem }) }
}

/** Whether a key sent there is encrypted or stays on this machine. */
function isSafeAddress(url: string): boolean {
  if (!URL.canParse(url)) return false
  const { protocol, hostname } = new URL(url)
  return protocol === 'https:' || (protocol === 'http:' && ['127.0.0.1', '[::1]', 'localhost'].includes(hostname))
}

async function askCommand({ command, timeoutMs }: ClassifierSettings, prompt: string, cwd: string): Promise<Answer> {
  const end = await runCommand({ argv: command, input: prompt, timeLimitMs: timeoutMs }, cwd)
  if (end.exitCode === undefined) return { problem: `the command failed: ${end.problem}` }
  if (end.exitCode !== 0) return { problem: `the command ended with exit code ${end.exitCode}` }
  return { text: end.output }
}

async function askEndpoint(settings: ClassifierSettings, prompt: string): Promise<Answer> {
  const { by, key, model, timeoutMs } = settings
  const isOpenAi = by === 'openai'
  const url = `${settings.url.replace(/\/+$/, '')}/${isOpenAi ? 'chat/completions' : 'messages'}`
  const credentials: Record<string, string> =
    key === undefined ? {} : isOpenAi ? { authorization: `Bearer ${key}` } : { 'x-api-key': key }
  const versions: Record<string, string> = isOpenAi ? {} : { 'anthropic-version': '2023-06-01' }
  const body = { model, max_tokens: ANSWER_TOKENS, messages: [{ role: 'user', content: prompt }] }
  try {
    const response = await fetch(url, {
      method: 'POST',
      redirect: 'error',
      headers: { 'content-type': 'application/json', ...versions, ...credentials },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(timeoutMs),
    })
    if (!response.ok) {
      await response.body?.cancel()
      return { problem: `the endpoint answered ${response.status}` }
    }
    return answerOf(await boundedText(response))
  } catch (error) {
    const isLate = (error as Error).name === 'TimeoutError'
    return { problem: isLate ? `there was no answer within ${timeoutMs / 1_000} s` : 'the endpoint cannot be reached' }
  }
}

/** The text of an answer; undefined if too long. */
async function boundedText(response: Response): Promise<string | undefined> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk as Uint8Array, { stream: true })
    if (text.length > MOST_ANSWER) return undefined
  }
  return text + decoder.decode()
}

function answerOf(body: string | undefined): Answer {
  if (body === undefined) return { problem: `the answer is longer than ${MOST_ANSWER} characters` }
  try {
    const { choices, content, usage } = JSON.parse(body) as {
      choices?: { message?: { content?: unknown } }[]
      content?: { text?: unknown }[]
      usage?: Readonly<Record<string, unknown>>
    }
    const text = choices?.[0]?.message?.content ?? content?.[0]?.text
    if (typeof text !== 'string') return { problem: 'the endpoint answered in a form that is not known' }
    const tokens = usage?.total_tokens ?? Number(usage?.input_tokens) + Number(usage?.output_tokens)
    return { text, tokens: typeof tokens === 'number' && tokens > 0 ? tokens : undefined }
  } catch {
    return { problem: 'the endpoint did not answer with JSON' }
  }
}
