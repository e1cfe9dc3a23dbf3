import { renderToString } from 'react-dom/server'
import { QueuePage } from '#app/pages/call-status/QueuePage.tsx'
import type { QueueView } from '#features/day/round/contract.ts'

/** The page's markup for its first paint; `serve-pages.ts` puts the document around it. */
export const render = (view: QueueView): string => renderToString(<QueuePage first={view} />)
