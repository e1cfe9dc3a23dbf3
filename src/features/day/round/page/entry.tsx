import '#ui/styles.css'
import { hydrateRoot } from 'react-dom/client'
import type { QueueView } from '#features/day/round/contract.ts'
import { QueuePage } from '#features/day/round/page/QueuePage.tsx'

/* Makes the page the server painted follow the round. */
const root = document.getElementById('queue')
const island = document.getElementById('queue-view')
if (root && island) hydrateRoot(root, <QueuePage first={JSON.parse(island.textContent ?? '') as QueueView} />)
