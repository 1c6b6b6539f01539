import type { Act } from '../gate.ts'
import type { ActContext, Afterwards } from './act-context.ts'
import { end } from './end.ts'
import { garbage } from './garbage.ts'
import { hang } from './hang.ts'
import { hold } from './hold.ts'
import { inflate } from './inflate.ts'
import { reset } from './reset.ts'
import { status } from './status.ts'
import { truncate } from './truncate.ts'

export function perform(act: Act, context: ActContext): Promise<Afterwards> {
  switch (act.do) {
    case 'hold':
      return hold(context, act.onRelease)
    case 'hang':
      return hang(context)
    case 'reset':
      return reset(context)
    case 'truncate':
      return truncate(context)
    case 'drop':
    case 'end':
      return end(context)
    case 'garbage':
      return garbage(context, act.body)
    case 'status':
      return status(context, act.status, act.body)
    case 'inflate':
      return inflate(context, act.index, act.bytes)
    case 'nothing':
      return Promise.resolve('goes on')
  }
}
