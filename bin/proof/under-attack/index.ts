import type { Attack } from './attack.ts'
import { disturbedMutants, disturbedReference } from './disturbed-machine.ts'
import { fullDisk } from './full-disk.ts'
import { killed, killedWhileWriting } from './killed.ts'

export const attacks: readonly Attack[] = [
  ...killed,
  ...killedWhileWriting,
  ...fullDisk,
  ...disturbedReference,
  ...disturbedMutants,
]
