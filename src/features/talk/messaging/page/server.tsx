import type { ComponentProps } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MessageShown } from '#features/talk/messaging/page/MessageShown.tsx'
import { NoSuchLink } from '#ui/OwnerFrame.tsx'

/** The markup of a message's page, or of the page for a link that shows nothing; `serve.ts` puts the document around it. */
export const render = (shown: ComponentProps<typeof MessageShown> | undefined): string =>
  renderToStaticMarkup(shown ? <MessageShown {...shown} /> : <NoSuchLink />)
