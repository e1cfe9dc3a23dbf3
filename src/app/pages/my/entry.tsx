import '#ui/styles.css'
import { takeLinkToken } from '#app/pages/my/link-token.ts'

/* The pages of the portal are whole as the server painted them. A script is fetched by a page that has something it is for. */
takeLinkToken()
if (document.querySelector('[data-passkeys], [data-passkey-way]'))
  void import('#app/pages/my/passkeys.ts').then(({ servePasskeys }) => servePasskeys(document)).catch(() => undefined)
if (document.querySelector('[data-copy]'))
  void import('#app/pages/my/copy.ts').then(({ copyInto }) => copyInto(document)).catch(() => undefined)
const upload = document.querySelector<HTMLElement>('[data-upload]')
if (upload)
  void import('#app/pages/my/upload.ts').then(
    ({ takeFiles }) => takeFiles(upload),
    () => upload.before('Sending files needs a signal.'),
  )
const film = document.querySelector<HTMLElement>('[data-film]')
if (film)
  void import('#app/pages/my/care/film.tsx').then(
    ({ openFilm }) => openFilm(film),
    () => {
      film.textContent = 'Looking at a film needs a signal.'
    },
  )
const push = document.querySelector<HTMLElement>('[data-push]')
if (push) void import('#app/pages/my/phone/push.ts').then(({ servePush }) => servePush(push)).catch(() => undefined)
const whose = document.querySelector<HTMLMetaElement>('meta[name=my-copy]')?.content
if (whose) void import('#app/pages/my/phone/phone.ts').then(({ servePhone }) => servePhone(document, whose)).catch(() => undefined)
