import { Check, CheckCheck, CircleAlert, CircleHelp, Clock, CloudUpload, type LucideIcon, Smartphone } from 'lucide-react'
import type { Delivery } from '#features/talk/messaging/contract.ts'
import type { KnownMessage } from '#features/talk/messaging/web/data.ts'

/** The delivery status of a member's message, in words; `isLost`: someone must act. */
export type DeliveryStatus = { words: string; icon: LucideIcon; isWaiting?: true; isLost?: true }

const WORDS: Readonly<Record<Delivery, DeliveryStatus>> = {
  waiting: { words: 'Waiting to go', icon: Clock, isWaiting: true },
  sent: { words: 'Sent', icon: Check },
  delivered: { words: 'Delivered', icon: CheckCheck },
  simulated: { words: 'Test version: not sent', icon: Check },
  handed_over: { words: 'Opened in your messages', icon: Smartphone },
  failed: { words: 'Not sent', icon: CircleAlert, isLost: true },
  stopped: { words: 'Not sent', icon: CircleAlert, isLost: true },
  unknown: { words: 'It may have gone', icon: CircleHelp, isLost: true },
}

/** The delivery status of a member's message, as this device knows it. */
export function deliveryStatusOf(
  message: Pick<KnownMessage, 'delivery' | 'isPending' | 'needsAttention'>,
  isReachable: boolean,
): DeliveryStatus {
  if (message.needsAttention) return { words: 'Not sent', icon: CircleAlert, isLost: true }
  if (message.isPending && !isReachable) return { words: 'Waiting for signal', icon: Clock, isWaiting: true }
  if (message.isPending) return { words: 'Sending', icon: CloudUpload, isWaiting: true }
  return WORDS[message.delivery ?? 'waiting']
}
