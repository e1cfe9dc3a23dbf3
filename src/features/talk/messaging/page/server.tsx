import type { ComponentProps } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MessageShown } from '#features/talk/messaging/page/MessageShown.tsx'
import { NoSuchLink } from '#ui/OwnerFrame.tsx'

/** The markup of what a message's link shows, or of the page that says there is none; `serve.ts` puts the document around it. */
export const render = (shown: ComponentProps<typeof MessageShown> | undefined): string =>
  renderToStaticMarkup(shown ? <MessageShown {...shown} /> : <NoSuchLink />)
