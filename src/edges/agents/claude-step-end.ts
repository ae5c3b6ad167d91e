import type { ToolStep } from './hook-call.ts'
import { everyTextIn, type Payload, printedIn, recordOf, textOf, wholeNumberOf } from './payload.ts'
import { endByExit, type StepEnd, shownOf } from './step.ts'

const EXIT_CODE = /^Exit code (-?\d{1,9})\b/
const DENIED = /^(?:The user doesn't want to|Permission to use )/

export function claudeStepEnd(payload: Payload, { kind }: ToolStep, event: string): StepEnd {
  const durationMs = wholeNumberOf(payload, 'duration_ms')
  const end = event === 'PostToolUseFailure' ? failure(payload) : success(payload, kind)
  return { ...end, ...(durationMs !== undefined && durationMs >= 0 && { durationMs }) }
}

function success(payload: Payload, kind: ToolStep['kind']): StepEnd {
  const response = recordOf(payload, 'tool_response')
  const shown = shownOf(kind, printed(payload.tool_response, response))
  if (response?.interrupted === true) return { ended: 'interrupted', ...shown }
  // It continues in the background; its end is reported elsewhere.
  if (textOf(response, 'backgroundTaskId') !== undefined || textOf(response, 'status') === 'async_launched')
    return { ended: 'unknown', ...shown }
  return { ...(kind === 'shell' ? endByExit(0) : { ended: 'passed' }), ...shown }
}

function failure(payload: Payload): StepEnd {
  const error = textOf(payload, 'error') ?? ''
  const code = EXIT_CODE.exec(error)?.[1]
  const shown = shownOf('other', error)
  if (payload.is_interrupt === true) return { ended: 'interrupted', ...shown }
  if (DENIED.test(error)) return { ended: 'denied', ...shown }
  return { ...(code === undefined ? { ended: 'failed' } : endByExit(Number(code))), ...shown }
}

function printed(value: unknown, response: Payload | undefined): string | undefined {
  if (response === undefined) return printedIn(value)
  const streams = [textOf(response, 'stdout'), textOf(response, 'stderr')].filter((text) => text !== undefined)
  if (streams.length > 0) return streams.join('\n')
  return textOf(recordOf(response, 'file'), 'content') ?? printedIn(response.content) ?? everyTextIn(response)
}
