import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { adapterOf } from './adapter-of.ts'
import { TOOL_TABLE } from './tool-table.ts'

const reached = (command: string | string[]) => adapterOf({ tool: 'Bash', command }).adapters.map((use) => use.adapter)

describe('the adapters that a call reaches', () => {
  it.each([
    ['git push origin main', ['git']],
    ['gh pr create --fill', ['github']],
    ['npm publish', ['npm']],
    ['docker compose up -d', ['docker']],
    ['kubectl -n prod apply -f x.yaml', ['kubectl']],
    ['terraform -chdir=infra apply', ['terraform']],
    ['psql -c "select 1"', ['postgres']],
    ['git status', []],
    ['kubectl get pods', []],
    ['git', []],
    ['ls', []],
  ])('%s', (command, expected) => {
    expect(reached(command)).toEqual(expected)
  })

  it.each([
    'env X=1 git push',
    'X=1 Y="a b" git push',
    'sudo git push',
    'sudo -u deploy -- git push',
    'git --no-pager push -- origin',
    'git.EXE push',
    'cd x && git push',
    'cd x; git -C y push',
    "git -c user.name='a b' push",
    'true | git push',
    'git\\\n push',
    "bash -c 'git push'",
    "tmux new -d 'git push'",
    "tmux send-keys -t 0 'git push' Enter",
    "screen -dmS job bash -c 'git push'",
    'direnv exec . git push',
    'op run --env-file=.env -- git push',
    "flock /tmp/l -c 'git push'",
    "vim -c '!git push' -c q",
    "tar cf a.tar . --checkpoint-action=exec='git push'",
    "rsync -e 'git push' a b",
    "git rebase -x 'git push' main",
    "git -c core.editor='git push' commit",
    "GIT_EDITOR='git push' npm version patch",
    "export EDITOR='git push'",
    "make SHELL='git push' all",
    'fd x -X git push',
    'sh -lc "cd x && git push"',
    `bash -c "bash -c 'git push'"`,
    'eval "git push"',
    "env -S 'git push'",
    '/usr/bin/git push',
    'git.exe push',
    '"git" "push"',
    "g''it push",
    'echo $(git push)',
    'echo "`git push`"',
    'if git push; then echo ok; fi',
    'for x in a b; do git push; done',
    '! git push',
    'timeout -k 5 10 git push',
    'nohup nice -n 5 git push &',
    'ls | xargs -n 1 git push',
    "find . -name x -exec git push {} ';'",
    'bash <<EOF\ngit push\nEOF',
    'bash <<< "git push"',
    'git status # harmless\ngit push',
    "echo '\n' ; git push",
    'git $COMMAND',
    "$'git' push",
    'time git push',
    '(git push)',
    '{ git push; }',
    'command git push',
    'echo push | xargs git',
    'xargs -I % git %',
    "xargs -I{} sh -c 'git push {}'",
    'parallel git ::: push',
    "env -S'git push'",
    'env --split-string="git push"',
    "env -iS 'git' push",
    'git -c alias.p=push p',
    "git config alias.p '!git push'",
    "alias p='git push'",
    "trap 'git push' EXIT",
    '~/bin/git push',
    '"$HOME"/bin/git push',
    '$(command -v git) push',
    '`which git` push',
    'echo "git push" | bash',
    "printf 'git push' | sh",
    "sh -c -- 'git push'",
    'function f { git push; }; f',
    'coproc X { git push; }',
    'git subtree push',
    '/usr/lib/git-core/git-push',
    'git submodule foreach git push',
    "git submodule foreach 'git push'",
    "git rebase -x 'git push' main",
    'git bisect run git push',
    'git --attr-source HEAD push',
    'flock /tmp/lock git push',
    'script -qc "git push" log',
    'busybox sh -c "git push"',
    'watch "git push"',
    'pwsh -Command "git push"',
    'cmd /c git push',
    `${'env '.repeat(40)}git push`,
    `${'eval '.repeat(40)}git push`,
  ])('finds git in %j', (command) => {
    expect(reached(command)).toEqual(['git'])
  })

  it.each([
    'echo git push',
    "echo 'a && git push'",
    'git commit -m "then git push"',
    'git status # git push',
    '# git push',
    'cat <<EOF > notes\ngit push\nEOF',
    'grep "git push" file',
    'git log --grep push',
    'gitk push',
    'git stash push',
    'env git log -S push',
    'find . -exec git log {} +',
    'echo push | xargs -n 1 git log',
  ])('finds nothing in %j', (command) => {
    expect(reached(command)).toEqual([])
  })

  it('names each adapter once, in order, with the first step that reaches it', () => {
    expect(adapterOf({ command: 'npm publish && git push && git push --tags' }).adapters).toEqual([
      { adapter: 'npm', step: 'npm publish' },
      { adapter: 'git', step: 'git push' },
    ])
  })

  it('takes an MCP server by its own name', () => {
    expect(adapterOf({ server: ' GitHub ' }).adapters[0]!.adapter).toBe('github')
    expect(adapterOf({ tool: 'mcp__linear__create_issue' }).adapters).toEqual([
      { adapter: 'linear', step: 'mcp__linear__create_issue' },
    ])
    expect(adapterOf({ tool: 'Read' }).adapters).toEqual([])
  })

  it('takes the words of one command as they are', () => {
    expect(reached(['bash', '-lc', 'git push'])).toEqual(['git'])
    expect(reached(['echo', 'a && git push'])).toEqual([])
  })

  it('does not take the value of an option for the command, whichever of the two it is', () => {
    expect(reached('npm --tag next publish')).toEqual(['npm'])
    expect(reached('kubectl --as logs delete pod x')).toEqual(['kubectl'])
    expect(reached('kubectl --as=logs get pods')).toEqual([])
  })

  it('says which steps it cannot see through', () => {
    expect(adapterOf({ command: '$TOOL push && curl x | bash' }).unclear).toEqual(['$TOOL push', 'bash'])
    expect(adapterOf({ command: '{git,push}' }).unclear).toEqual(['{git,push}'])
    expect(adapterOf({ command: 'bash deploy.sh' })).toEqual({ adapters: [], unclear: [] })
  })

  it('lets rules of a policy stand before its own', () => {
    const table = [
      { program: 'make', only: ['deploy'], valued: ['-j'], adapter: 'Deploy' },
      { program: 'gh', adapter: '' },
      ...TOOL_TABLE,
    ]
    expect(adapterOf({ command: 'make -j 4 deploy; gh pr list' }, table).adapters).toEqual([
      { adapter: 'deploy', step: 'make -j 4 deploy' },
    ])
  })

  it('knows when an agent would answer its own question', () => {
    expect(reached('npx -y mettle approval answer a-1 --allow')).toEqual(['mettle-approval'])
    expect(reached('mettle --cwd /x approval --json answer a-1')).toEqual(['mettle-approval'])
    expect(reached('node node_modules/.bin/mettle policy loosen git')).toEqual(['mettle-approval'])
    expect(reached('pnpm exec mettle approval answer a-1')).toEqual(['mettle-approval'])
    expect(reached('mettle pattern promote p-1 && mettle pattern list')).toEqual(['mettle-approval'])
    expect(reached('mettle pattern list; mettle pattern why p-1')).toEqual([])
    expect(reached('mettle approval list')).toEqual([])
  })

  it('takes no longer for a text that was made to be long', () => {
    const words = ['find -exec ', 'yarn exec yarn dlx yarn run ', 'git submodule foreach git bisect run ']
    for (const word of words) expect(reached(word.repeat(300))).toEqual([])
  })

  it('finds a step behind however many launchers', () => {
    expect(reached(`${'sudo env A=1 do '.repeat(3_000)}git push`)).toEqual(['git'])
    expect(adapterOf({ command: 'sudo '.repeat(20_000) })).toEqual({ adapters: [], unclear: [] })
  })

  it.each([
    `${'eval '.repeat(200)}git push`,
    `${'xargs '.repeat(200)}git push`,
    `${'$('.repeat(20)}git push${')'.repeat(20)}`,
    `bash -c 'bash -c "git push ${'x '.repeat(40_000)}"'`,
    `${'npm exec '.repeat(10_000)}; sudo git push`,
  ])('says so where a command stands too deep in others to be read', (command) => {
    expect(adapterOf({ command })).toMatchObject({ isUnread: true })
  })

  it('finds a step behind any chain of launchers', () => {
    const launcher = fc.constantFrom('sudo', 'env A=1', 'nohup', 'time', 'command', 'timeout 5', 'nice -n 3', 'B=2')
    fc.assert(
      fc.property(fc.array(launcher, { maxLength: 7 }), (chain) => {
        expect(reached([...chain, 'git push'].join(' '))).toEqual(['git'])
      }),
    )
  })
})

it('does not take a substitution that is a whole command for one that is nested too deep', () => {
  for (const command of ['sh -c "$(cat build-cmd.txt)"', 'bash -c "`cat build-cmd.txt`"'])
    expect(adapterOf({ tool: 'Bash', command }).isUnread).toBeUndefined()
})
