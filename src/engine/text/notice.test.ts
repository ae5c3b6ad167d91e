import { describe, expect, it } from 'vitest'
import { isAskDue, noticePrompt } from './notice.ts'

describe('what a prompt may teach', () => {
  it.each([
    ['rule', 'Always run the formatter before a commit'],
    ['rule', 'never push to the release branch'],
    ['rule', "the tests may stay, also don't number the chapters"],
    ['rule', 'prefer small modules'],
    ['rule', 'we use bun for the scripts'],
    ['rule', 'Please use the wrapper for requests'],
    ['rule', 'write strings instead of templates there.'],
    ['rule', 'bitte nie direkt auf main'],
    ['rule', 'on ne pousse jamais le vendredi'],
    ['rule', '不要直接推送到主分支'],
    ['correction', 'no, the port is another one'],
    ['correction', 'hmm, I just checked and none of the rows has a date'],
    ['correction', 'formatter first maybe?'],
    ['correction', 'the cache is already warm at that point'],
    ['reverted', 'undo the last two edits'],
    [undefined, 'you can always ask for the file'],
    [undefined, 'never mind that one'],
    [undefined, 'could you make it blue instead of red?'],
    [undefined, 'I think and do not know yet'],
    [undefined, 'commit and push'],
    [undefined, 'Add a header to the start page'],
  ])('%s: %s', (notice, text) => {
    expect(noticePrompt(text, { isFirst: false })).toBe(notice)
  })

  it('the first prompt corrects and takes back nothing', () => {
    expect(noticePrompt('no, the port is another one', { isFirst: true })).toBeUndefined()
    expect(noticePrompt('undo the last two edits', { isFirst: true })).toBeUndefined()
    expect(noticePrompt('Always run the formatter', { isFirst: true })).toBe('rule')
  })
})

describe('when to ask', () => {
  it.each([
    ['the first thing at once', { asked: 0, waiting: 1, prompts: 1, promptsThen: 0 }, true],
    ['nothing waits', { asked: 0, waiting: 0, prompts: 9, promptsThen: 0 }, false],
    ['one more, soon after', { asked: 1, waiting: 1, prompts: 6, promptsThen: 4 }, false],
    ['one more, in a session grown by half', { asked: 1, waiting: 1, prompts: 8, promptsThen: 4 }, true],
    ['three more', { asked: 1, waiting: 3, prompts: 4, promptsThen: 4 }, true],
    ['three after the second time', { asked: 2, waiting: 3, prompts: 9, promptsThen: 8 }, false],
    ['eight after the second time', { asked: 2, waiting: 8, prompts: 9, promptsThen: 8 }, true],
    ['three times are enough', { asked: 3, waiting: 50, prompts: 99, promptsThen: 8 }, false],
  ])('%s', (_, tally, isDue) => {
    expect(isAskDue(tally)).toBe(isDue)
  })
})
