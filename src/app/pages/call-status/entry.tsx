import '#ui/styles.css'
import { hydrateRoot } from 'react-dom/client'
import { QueuePage } from '#app/pages/call-status/QueuePage.tsx'
import type { QueueView } from '#features/day/round/contract.ts'

/* Makes the page the server painted follow the round. */
const root = document.getElementById('queue')
const island = document.getElementById('queue-view')
if (root && island) hydrateRoot(root, <QueuePage first={JSON.parse(island.textContent ?? '') as QueueView} />)
