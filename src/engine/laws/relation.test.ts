import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { relationOf } from './relation.ts'

describe('relationOf', () => {
  it.each([
    ['Port 8080 is used by the metrics exporter', 'Port 9090 is used by the metrics exporter'],
    ['Build with Node 18', 'Build with Node 22'],
    ['Always enable the cache', 'Disable the cache'],
    ['Use pnpm, not npm', 'Use npm, not pnpm'],
    ['Logs are written to /var/log/app', 'Logs are written to /srv/log/app'],
    ['Mock the clock in the scheduler tests', 'Do not mock the clock in the scheduler tests'],
    ['Run the linter before the formatter', 'Run the linter after the formatter'],
    ['Use Jest for unit tests', 'Use Vitest for unit tests'],
    ['Ask before deleting files', 'Delete files without asking'],
    ['The host is alpha and beta is the port', 'The host is beta and alpha is the port'],
    ['Manual deploys write a tag through the hook', 'Auto deploys write a tag directly'],
  ])('finds a conflict: %j and %j', (a, b) => {
    expect(relationOf(a, b)).toMatchObject({ relation: 'conflict' })
  })

  it.each([
    ['Use pnpm instead of npm', 'Use pnpm, not npm'],
    ['`yarn install` keeps failing; `pnpm install` fixes it', 'Use `pnpm install`, not `yarn install`'],
    ['Run the migrations before you start the server', 'Before you start the server, run the migrations'],
    ['Run `npm run build` before `npm test`', 'run npm run build before npm test'],
    ['Open a PR against develop', 'Pull requests are opened against develop'],
  ])('takes as one lesson: %j and %j', (a, b) => {
    expect(relationOf(a, b)).toMatchObject({ relation: 'same' })
  })

  it.each([
    ['Do not disable the cache', 'Enable the cache'],
    ['Ask before you add a dependency', "Don't add dependencies without asking"],
    ['Docker builds fail without BuildKit', 'Docker builds need BuildKit'],
    ['Webhooks are delivered twice by the gateway', 'The gateway may repeat the delivery of a webhook'],
    ['Linters and tests are run by the hook', 'Tests and linters are run by the hook'],
  ])('leaves it to a reader whether they mean the same: %j and %j', (a, b) => {
    expect(relationOf(a, b)).toMatchObject({ relation: 'near' })
  })

  it.each([
    ['Never push to main without a review', 'Never merge to main without a review'],
    ['Check the return value of `open`', 'Check the return value of `write`'],
    ['Do not edit src/gen by hand', 'Do not edit CHANGELOG.md by hand'],
    ['The first worker opens the queue', 'The last worker closes the queue'],
    ['Values from the file override flags.', 'Values from the file are overridden by flags.'],
    ['The API is called by the worker.', 'The API calls the worker.'],
    ['Tests of the scheduler may run in parallel.', 'Tests of the scheduler must run in parallel.'],
    ['Only admins may delete projects.', 'Admins may only delete projects.'],
    ['All tests are not run in CI.', 'Not all tests are run in CI.'],
    ['Run the linter on every file.', 'Run the linter on some files.'],
    ['Keep the old column until the next release.', 'Keep the old column after the next release.'],
    ['Requests over 10 MB are refused.', 'Requests under 10 MB are refused.'],
    ['Retry the upload up to three times.', 'Retry the upload at least three times.'],
    ['Delete dumps after a week.', 'Delete dumps within a week.'],
    ['Any reviewer may approve a release.', 'All reviewers must approve a release.'],
    ['Errors of the parser are wrapped by the loader.', 'The parser wraps errors of the loader.'],
    ['Tests that need Docker are skipped on CI.', 'Tests that are skipped on CI need Docker.'],
  ])('never joins what is nearly the same: %j and %j', (a, b) => {
    expect(relationOf(a, b).relation).toMatch(/near|conflict/)
    expect(relationOf(b, a).relation).toMatch(/near|conflict/)
  })

  it.each([
    ['Port 8080 is used by the metrics exporter', 'Port 9090 is used by the admin console'],
    ['SQL injection in the search endpoint', 'SQL injection in the report builder'],
    ['', ''],
  ])('takes as two lessons: %j and %j', (a, b) => {
    expect(relationOf(a, b)).toMatchObject({ relation: 'different' })
  })

  it.each([
    ['Never squash commits', 'Always squash commits before merging'],
    ['never squash the commits of a branch before you merge it', 'squash the commits of a branch before you merge it'],
    ["Don't squash before you merge", 'Always squash commits before merging'],
    ['Deploy from release', 'Deploy from main'],
    ['Deploy from the release branch', 'Always deploy from main'],
    ['Use spaces for indentation', 'Use tabs for indentation'],
    ['Indent with spaces', 'Use tabs for indentation'],
    ['Use Jest for the unit tests', 'Use Vitest for the unit tests'],
  ])('takes as one that leaves no room for the other: %j and %j', (later, earlier) => {
    const { relation, isFinal, similarity } = relationOf(later, earlier)
    expect({ relation, isSure: isFinal === true || similarity === 1 }).toEqual({ relation: 'conflict', isSure: true })
  })

  it.each([
    ['Always squash commits before merging', 'Never squash commits'],
    ['Deploy from a clean checkout', 'Deploy from main'],
    ['Never delete a branch before you ask', 'Ask before you delete a branch'],
  ])('takes as one beside which the other may hold: %j and %j', (later, earlier) => {
    expect(relationOf(later, earlier).isFinal).not.toBe(true)
  })

  it('says what differs', () => {
    expect(relationOf('Build with Node 18', 'Build with Node 22').reason).toBe('one says 18, the other 22')
  })

  it('takes any text with words as the same as itself, and never throws', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (a, b) => void relationOf(a, b)),
    )
    fc.assert(fc.property(fc.lorem(), (text) => relationOf(text, text).relation === 'same'))
  })
})
