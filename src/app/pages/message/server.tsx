import { renderToStaticMarkup } from 'react-dom/server'
import { NoSuchLink } from '#app/pages/answer/OwnerFrame.tsx'
import { MessageShown } from '#app/pages/message/MessageShown.tsx'
import type { MessagePage } from '#features/messaging/message-page.ts'

/** The markup of what a message's link shows, or of the page that says there is none; `serve-message.ts` puts the document around it. */
export const render = (shown: { page: MessagePage; token: string } | undefined): string =>
  renderToStaticMarkup(shown ? <MessageShown {...shown} /> : <NoSuchLink />)
