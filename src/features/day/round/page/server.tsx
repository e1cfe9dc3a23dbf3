import { renderToString } from 'react-dom/server'
import type { QueueView } from '#features/day/round/contract.ts'
import { QueuePage } from '#features/day/round/page/QueuePage.tsx'

/** The page's markup for its first paint; `serve.ts` puts the document around it. */
export const render = (view: QueueView): string => renderToString(<QueuePage first={view} />)
