const said = document.getElementById('said')
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
