import type { Act } from '../gate.ts'
import type { ActContext, Afterwards } from './act-context.ts'
import { garbage } from './garbage.ts'
import { hang } from './hang.ts'
import { hold } from './hold.ts'
import { reset } from './reset.ts'
import { status } from './status.ts'
import { truncate } from './truncate.ts'

export function perform(act: Act, context: ActContext): Promise<Afterwards> {
  switch (act.do) {
    case 'hold':
      return hold(context)
    case 'hang':
      return hang(context)
    case 'reset':
      return reset(context)
    case 'truncate':
      return truncate(context)
    case 'garbage':
      return garbage(context, act.body)
    case 'status':
      return status(context, act.status, act.body)
  }
}
