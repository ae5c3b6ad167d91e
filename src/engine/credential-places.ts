/** Files that hold what proves who somebody is. A part may be a star, as in `cat ~/.ssh/*`. */
export const CREDENTIAL_FILES: readonly { readonly what: string; readonly path: RegExp }[] = [
  { what: 'a private SSH key', path: /(?:^|[/=@:])\.ssh\/(?:id_[^/\s]*|\*)(?<!\.pub)$/i },
  { what: 'the credentials of AWS', path: /(?:^|[/=@:])\.aws\/(?:credentials|\*)$/i },
  {
    what: 'the credentials of Google Cloud',
    path: /(?:^|\/)gcloud\/(?:credentials\.db|access_tokens\.db|application_default_credentials\.json|legacy_credentials(?:\/.*)?|\*)$/i,
  },
  { what: 'kept passwords', path: /(?:^|[/=@:])(?:\.netrc|_netrc|\.git-credentials|\.pgpass)$/i },
  { what: 'private GnuPG keys', path: /(?:^|[/=@:])\.gnupg\/(?:private-keys-v1\.d(?:\/.*)?|secring\.gpg)$/i },
  {
    what: 'what a browser keeps',
    path: /(?:^|\/)(?:google-chrome|chrome|chromium|brave-browser|microsoft edge|edge|firefox|safari|\.mozilla)\/(?:.*\/)?(?:cookies|login data|web data|cookies\.sqlite|logins\.json|key4\.db|cookies\.binarycookies)$/i,
  },
]

/** Programs that print what proves who somebody is, by the words that make them. */
export const CREDENTIAL_COMMANDS: readonly {
  readonly program: string
  readonly words: readonly string[]
  readonly what: string
}[] = [
  ...[
    'find-generic-password',
    'find-internet-password',
    'delete-generic-password',
    'delete-internet-password',
    'dump-keychain',
    'export',
  ].map((word) => ({ program: 'security', words: [word], what: 'the keychain' })),
  { program: 'gcloud', words: ['auth', 'print-access-token'], what: 'a token of Google Cloud' },
  { program: 'gcloud', words: ['auth', 'print-identity-token'], what: 'a token of Google Cloud' },
]

/** Programs that end whatever has a name, also what somebody else started. */
export const KILLERS_BY_NAME = ['pkill', 'killall'] as const

/** Programs that use a key without showing it: `ssh -i ~/.ssh/id_ed25519 host`. */
export const KEY_USERS = ['ssh', 'scp', 'sftp', 'ssh-add', 'ssh-copy-id'] as const
