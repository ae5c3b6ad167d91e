/** Pages of the server itself: to log in, and in place of a dashboard that was not built. Nothing inline, as the headers demand. */
export const PAGES: Readonly<Record<string, { readonly type: string; readonly text: string }>> = {
  '/login': {
    type: 'text/html; charset=utf-8',
    text: `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Mettle: log in</title>
<link rel="stylesheet" href="/plain.css">
<script src="/login.js" defer></script>
</head>
<body>
<main>
<h1>Mettle</h1>
<p id="said" role="status">Type <code>mettle dashboard</code> where the server runs for a link that logs you in, or give the token that you were handed.</p>
<form id="form" method="post" action="/login">
<label for="token">Token</label>
<input id="token" name="token" type="password" autocomplete="current-password" required>
<button>Log in</button>
</form>
</main>
</body>
</html>
`,
  },
  '/login.js': {
    type: 'text/javascript; charset=utf-8',
    text: `const said = document.getElementById('said')
const form = document.getElementById('form')

async function logIn(ticket) {
  said.textContent = 'Logging in …'
  const answer = await fetch('/v1/login', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(ticket),
  })
  if (answer.ok) return location.replace('/')
  said.textContent =
    answer.status === 429
      ? 'Too many attempts. Wait a minute.'
      : 'This link or token is not valid, or no longer. Type mettle dashboard for a new link.'
}

form.addEventListener('submit', (event) => {
  event.preventDefault()
  void logIn({ token: form.elements.token.value.trim() })
})

const code = new URLSearchParams(location.hash.slice(1)).get('code')
if (code !== null) {
  history.replaceState(null, '', '/login')
  void logIn({ code })
}
`,
  },
  '/plain.css': {
    type: 'text/css; charset=utf-8',
    text: `:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
main { max-width: 34rem; margin: 12vh auto; padding: 0 1.5rem }
h1 { font-size: 1.5rem }
code { font-family: ui-monospace, monospace }
form { display: flex; flex-wrap: wrap; gap: .5rem; align-items: center }
input { flex: 1 1 12rem; font: inherit; padding: .4rem .6rem }
button { font: inherit; padding: .4rem 1rem }
`,
  },
}

/** In place of the dashboard. */
export const NOT_BUILT = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Mettle</title>
<link rel="stylesheet" href="/plain.css">
</head>
<body>
<main>
<h1>Mettle</h1>
<p>The server runs, and its API is at <code>/v1</code>. The dashboard was not built: in the source folder, type <code>npm run build</code> and start the server again.</p>
</main>
</body>
</html>
`
