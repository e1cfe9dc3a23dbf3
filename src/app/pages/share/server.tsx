import { renderToStaticMarkup } from 'react-dom/server'
import { SharePage } from '#app/pages/share/SharePage.tsx'
import type { ShareView } from '#app/share/share-view.ts'

/** The markup of a horse that is shown by a link. */
export const render = (view: ShareView | undefined): string => renderToStaticMarkup(<SharePage view={view} />)
