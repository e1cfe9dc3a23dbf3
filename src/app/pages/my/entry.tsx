import '#ui/styles.css'
import { takeLinkToken } from '#app/pages/my/link-token.ts'

/* The pages of the portal are whole as the server painted them. A script is fetched by a page that has something it is for. */
takeLinkToken()
if (document.querySelector('[data-passkeys], [data-passkey-way]'))
  void import('#app/pages/my/passkeys.ts').then(({ servePasskeys }) => servePasskeys(document))
const upload = document.querySelector<HTMLElement>('[data-upload]')
if (upload) void import('#app/pages/my/upload.ts').then(({ takeFiles }) => takeFiles(upload))
const message = document.querySelector<HTMLFormElement>('form#answer')
if (message) void import('#app/pages/my/send-message.ts').then(({ keepMessage }) => keepMessage(message))
