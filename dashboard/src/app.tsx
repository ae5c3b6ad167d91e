import type { ComponentChildren } from 'preact'
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import { connection, listen } from './live.ts'
import { AdapterPage } from './pages/adapter.tsx'
import { Approvals } from './pages/approvals.tsx'
import { ComparePage } from './pages/compare.tsx'
import { Deliberations } from './pages/deliberations.tsx'
import { Errors } from './pages/errors.tsx'
import { Goals } from './pages/goals.tsx'
import { Health } from './pages/health.tsx'
import { Insights } from './pages/insights.tsx'
import { Organisation } from './pages/organisation.tsx'
import { Overview } from './pages/overview.tsx'
import { PatternPage } from './pages/pattern.tsx'
import { Patterns } from './pages/patterns.tsx'
import { Policy } from './pages/policy.tsx'
import { ReceiptPage } from './pages/receipt.tsx'
import { AgentPage, SkillPage } from './pages/relied-on.tsx'
import { RunPage } from './pages/run.tsx'
import { Runs } from './pages/runs.tsx'
import { SessionPage } from './pages/session.tsx'
import { Sessions } from './pages/sessions.tsx'
import { Settings } from './pages/settings.tsx'
import { TaskPage } from './pages/task.tsx'
import { Tasks } from './pages/tasks.tsx'
import { PAGES } from './pages.ts'
import { AccountBox } from './parts/account.tsx'
import { ReasonDialog } from './parts/ask-reason.tsx'
import { areKeysShown, Keys } from './parts/keys.tsx'
import { Page } from './parts/page.tsx'
import { isPaletteOpen, Palette } from './parts/palette.tsx'
import { Empty } from './parts/states.tsx'
import { Toasts } from './parts/toast.tsx'
import { linkTo, type Place, place } from './router.ts'
import { access, enter } from './session.ts'
import { useKeys } from './shortcuts.ts'

export function App() {
  useEffect(() => {
    void enter()
  }, [])
  if (access.value === 'asking') return null
  return access.value === 'granted' ? <Inside /> : <Outside />
}

function Inside() {
  useEffect(listen, [])
  // Before the first paint, so that an immediate key press counts.
  useLayoutEffect(useKeys, [])
  const main = useRef<HTMLElement>(null)
  const address = place.value.parts.join('/')
  // A new page begins at its heading, for the eye and for the screen reader.
  useEffect(() => {
    scrollTo(0, 0)
    main.current?.querySelector('h1')?.focus({ preventScroll: true })
  }, [address])
  return (
    <div class="shell">
      <button type="button" class="skip" onClick={() => main.current?.focus()}>
        Skip to the page
      </button>
      <Menu current={place.value.parts[0] ?? ''} />
      <main id="content" ref={main} tabIndex={-1}>
        {connection.value === 'offline' ? (
          <p class="banner" role="alert">
            The server does not answer, so what you see may be out of date. <code>mettle dashboard</code> starts it
            again.
          </p>
        ) : null}
        {pageAt(place.value)}
      </main>
      <Toasts />
      <ReasonDialog />
      <Palette />
      <Keys />
    </div>
  )
}

function Menu({ current }: { current: string }) {
  const list = useRef<HTMLUListElement>(null)
  // On a narrow screen the menu is one line that scrolls.
  useEffect(() => {
    const item = list.current?.querySelector<HTMLElement>('[aria-current]')
    list.current?.scrollTo({ left: (item?.offsetLeft ?? 0) - 40 })
  }, [current])
  return (
    <nav class="menu" aria-label="Pages">
      <a class="brand" href="#/">
        <img src="/icon.svg" alt="" width="22" height="22" />
        Mettle
      </a>
      <button type="button" class="find" onClick={() => (isPaletteOpen.value = true)}>
        Go to… <kbd>Ctrl K</kbd>
      </button>
      <ul ref={list}>
        {PAGES.map(({ path, title }) => (
          <li key={path}>
            <a href={linkTo(path)} aria-current={belongsTo(path, current) ? 'page' : undefined}>
              {title}
            </a>
          </li>
        ))}
      </ul>
      <AccountBox />
      <p class={`live live-${connection.value}`}>
        <i aria-hidden="true" />
        {connection.value === 'live' ? 'Live' : connection.value === 'offline' ? 'Offline' : 'Connecting'}
        <button type="button" class="plain" aria-label="Keys" onClick={() => (areKeysShown.value = true)}>
          ?
        </button>
      </p>
    </nav>
  )
}

const UNDER: Readonly<Record<string, string>> = {
  compare: 'patterns',
  receipts: 'runs',
  adapters: 'policy',
  agents: 'policy',
  skills: 'policy',
}

function belongsTo(path: string, current: string): boolean {
  return (UNDER[current] ?? current) === path
}

function pageAt({ parts: [page = '', id, part] }: Place): ComponentChildren {
  if (id !== undefined) {
    if (page === 'compare' && part !== undefined) return <ComparePage ids={[id, part]} key={`${id} ${part}`} />
    if (page === 'patterns') return <PatternPage id={id} key={id} />
    if (page === 'runs') return <RunPage id={id} key={id} />
    if (page === 'sessions') return <SessionPage id={id} key={id} />
    if (page === 'tasks' && part !== undefined) return <TaskPage run={id} task={part} key={`${id} ${part}`} />
    if (page === 'receipts') return <ReceiptPage id={id} key={id} />
    if (page === 'adapters') return <AdapterPage name={id} key={id} />
    if (page === 'agents') return <AgentPage name={id} key={id} />
    if (page === 'skills') return <SkillPage name={id} key={id} />
  }
  const Found = { ...LISTS }[page]
  return Found === undefined || id !== undefined ? <Missing /> : <Found />
}

const LISTS: Readonly<Record<string, () => ComponentChildren>> = {
  '': Overview,
  patterns: Patterns,
  runs: Runs,
  sessions: Sessions,
  tasks: Tasks,
  deliberations: Deliberations,
  policy: Policy,
  approvals: Approvals,
  errors: Errors,
  goals: Goals,
  insights: Insights,
  organisation: Organisation,
  health: Health,
  settings: Settings,
}

function Missing() {
  return (
    <Page title="No such page">
      <Empty title="Nothing is at this address.">
        <a href="#/">Overview</a>
      </Empty>
    </Page>
  )
}

function Outside() {
  const isOffline = access.value === 'offline'
  return (
    <main class="outside">
      <img src="/icon.svg" alt="" width="40" height="40" />
      <h1>{isOffline ? 'The server does not answer' : 'This browser is not logged in'}</h1>
      <p>
        {isOffline
          ? 'Start it in your repository:'
          : 'A login link works once. For a new one, type this in your repository:'}
      </p>
      <pre>mettle dashboard</pre>
      {isOffline ? null : (
        <p>
          Or <a href="/login">log in with a token</a>.
        </p>
      )}
      <button type="button" onClick={() => void enter()}>
        Try again
      </button>
    </main>
  )
}
