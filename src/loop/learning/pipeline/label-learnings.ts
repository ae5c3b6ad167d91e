import { classificationPrompt, isRewording } from '../../../capture/classify.ts'
import { hardRejection, junkReason } from '../../../capture/rejections.ts'
import { type ModelLabel, readModelLabel } from '../../../domain/model-label.ts'
import { estimateTokens } from '../../../engine/text/tokens.ts'
import type { LearningRecord } from '../../../projection/documents/documents.ts'
import type { Labelled, Labeller } from '../learn.ts'
import type { Model } from '../workshop.ts'

/** What asking a model cost, and what it came to. */
export interface ModelUse {
  readonly model: string
  calls: number
  tokens: number
  labelled: number
  /** How often the rules spoke instead, by reason. */
  readonly fallbacks: Record<string, number>
}

/**
 * Labels learnings by a model, within a number of calls and tokens for one run. Whatever goes wrong, the rules speak instead, and the
 * reason is kept. A model labels and rewords; what the rules refuse is never sent to it.
 */
export function modelLabeller(model: Model): { label: Labeller; use: ModelUse } {
  const use: ModelUse = { model: model.name, calls: 0, tokens: 0, labelled: 0, fallbacks: {} }
  const fallBack = (reason: string): Labelled => {
    use.fallbacks[reason] = (use.fallbacks[reason] ?? 0) + 1
    return { fallback: reason }
  }
  const label: Labeller = async (record) => {
    const prompt = classificationPrompt(record.learning)
    const expected = estimateTokens(prompt) + model.answerTokens
    if (use.calls >= model.mostCalls) return fallBack(`the limit of ${model.mostCalls} calls is reached`)
    if (use.tokens + expected > model.mostTokens)
      return fallBack(`the limit of ${model.mostTokens} tokens is reached`)
    use.calls += 1
    const answer = await model.ask(prompt)
    if ('problem' in answer) {
      use.tokens += expected
      return fallBack(answer.problem)
    }
    use.tokens += answer.tokens ?? estimateTokens(prompt) + estimateTokens(answer.text)
    const read = readModelLabel(answer.text)
    const problem = 'problem' in read ? read.problem : problemWith(read, record)
    if (problem !== undefined) return fallBack(problem)
    use.labelled += 1
    return { by: `model:${model.name}`.slice(0, 200), ...(read as ModelLabel) }
  }
  return { label, use }
}

function problemWith({ status, text }: ModelLabel, { learning }: LearningRecord): string | undefined {
  if (status !== 'reworded') return undefined
  if (text === undefined) return 'it says that it reworded the learning, and gives no words'
  if (!isRewording(text, learning)) return 'its words are not those of the learning'
  return junkReason(text) === undefined && hardRejection(text) === undefined
    ? undefined
    : 'its words are no lesson'
}
