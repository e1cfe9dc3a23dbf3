import { lazy } from 'react'
import { MessagesPage } from '#features/talk/messaging/web/MessagesPage.tsx'

const MessagingSettingsDialog = lazy(() =>
  import('#app/pages/messages/MessagingSettingsDialog.tsx').then((module) => ({ default: module.MessagingSettingsDialog })),
)

/** /messages: the conversations with clients, and the practice's own settings of them. */
export const MessagesScreen = () => <MessagesPage SettingsDialog={MessagingSettingsDialog} />
