import { benignVariants, facades, type Mutant, mutants, type Shape } from '../../../fixtures/index.ts'
import { eachOf } from '../../../harness/checks/poll.ts'
import type { Crew } from './crew.ts'
import {
  type Deviation,
  deviationsOfCorrect,
  deviationsOfFacade,
  deviationsOfMutant,
  deviationsOfReference,
  isMatterOfChance,
} from './deviation.ts'
import { cases } from './cases.ts'
import { type Observation, withMissing } from './observation.ts'
import { nameOf, type Specimen } from './specimen.ts'

/** What was seen of one specimen, and what of it should not have been. */
export interface Seen {
  readonly specimen: Specimen
  readonly observation: Observation
  readonly deviations: readonly Deviation[]
  /** Of a mutant: cases, beside those it names, that said something else of it than of the reference. */
  readonly changed: readonly string[]
  /** Cases that were not as they must be beside other runs, and were by themselves. */
  readonly onceOnly: readonly string[]
  /** Whether every case ran, and not only those that a mutant names. */
  readonly isFull: boolean
  /** Wall time of the full run. */
  readonly millis: number
}

/** How often the named cases of a mutant failed, where that is a matter of chance. */
export interface Chance {
  readonly mutant: Mutant
  readonly runs: number
  readonly kills: number
  /** Of the runs in which they did. */
  readonly observations: readonly Observation[]
}

// Mutants, which need not be waited for as long as the connector of somebody else. Much less, and the bounds would be
// within reach of a busy machine.
const mutantTimeScale = 0.3

const timeScaleOf = ({ kind }: Specimen): number => (kind === 'reference' || kind === 'benign' ? 1 : mutantTimeScale)

export interface Campaign {
  readonly crew: Crew
  readonly lanes: number
  /** Whether a mutant meets every case; otherwise those it names, which shows who survives and not who else is affected. */
  readonly inFull?: (specimen: Specimen) => boolean
  /** Told how far it is. */
  readonly told: (line: string) => void
}

/** Runs of all of them. What gets a second try is met once more without company before it counts. */
export async function observeAll(campaign: Campaign, specimens: readonly Specimen[]): Promise<readonly Seen[]> {
  const { crew, lanes, told, inFull = () => true } = campaign
  let done = 0
  const driven = await eachOf(specimens, lanes, async (specimen) => {
    const only = inFull(specimen) ? [] : casesNamedBy(specimen)
    const { observation, millis } = await fully(crew, specimen, only)
    told(`${(done += 1)}/${specimens.length} ${nameOf(specimen)} ${(millis / 1000).toFixed(1)} s`)
    return { specimen, observation, millis, isFull: only.length === 0 }
  })
  const references = referencesIn(driven)
  return await eachOf(driven, 2, async (first) => {
    const judge = (observation: Observation): readonly Deviation[] => judged(first.specimen, observation, references)
    const met = await metAgain(campaign, first, judge)
    const seen = { ...met, changed: changedBy(met, references) }
    for (const { id, what, said } of seen.deviations) told(`${what}: ${nameOf(first.specimen)}: ${id}: ${said}`)
    return seen
  })
}

/** Verdicts on what was seen before, of mutants that may have been declared anew since. */
export function judgeAgain(kept: readonly Seen[]): readonly Seen[] {
  const references = referencesIn(kept)
  return kept.map((each) => ({
    ...each,
    deviations: judged(each.specimen, each.observation, references),
    changed: changedBy(each, references),
  }))
}

type References = Readonly<Record<Shape, Observation>>

const referencesIn = (driven: readonly Pick<Seen, 'specimen' | 'observation'>[]): References =>
  Object.fromEntries(
    driven.filter(({ specimen }) => specimen.kind === 'reference').map((each) => [each.specimen.id, each.observation]),
  ) as References

/**
 * What was seen, with a second look at kills whose words `isKnown` does not know: which of several mistakes a case comes
 * upon first may be a matter of chance.
 */
export async function lookedAtAgain(
  { crew, told }: Campaign,
  seen: readonly Seen[],
  isKnown: (mutant: string, id: string, why: string) => boolean,
): Promise<readonly Seen[]> {
  return await eachOf(seen, 2, async (each) => {
    const { kind, id: mutant } = each.specimen
    const odd = mutants
      .filter(({ id }) => kind === 'mutant' && id === mutant)
      .flatMap(({ killedBy, killedWith = 'fail' }) =>
        killedBy.filter((id) => {
          const { verdict, why } = each.observation[id] ?? {}
          return verdict === killedWith && why !== undefined && !isKnown(mutant, id, why)
        }),
      )
    if (odd.length === 0) return each
    told(`other words: ${nameOf(each.specimen)}: ${odd.map((id) => `${id} (${each.observation[id]?.why})`).join(', ')}`)
    const again = await fully(crew, each.specimen, odd, 2)
    return { ...each, observation: { ...each.observation, ...again.observation } }
  })
}

/** None, which is all of them, for anything but a mutant that shows in its cases alone. */
function casesNamedBy({ kind, id }: Specimen): readonly string[] {
  const mutant = mutants.find((each) => kind === 'mutant' && each.id === id)
  return mutant && !mutant.inWholeRunOnly ? mutant.killedBy : []
}

type First = Omit<Seen, 'deviations' | 'onceOnly' | 'changed'>

/** First the cases that get a second try, then, since some judge a whole run, everything. */
async function metAgain(
  { crew, told }: Campaign,
  first: First,
  judge: (observation: Observation) => readonly Deviation[],
): Promise<Omit<Seen, 'changed'>> {
  let { observation } = first
  let deviations = judge(observation)
  const suspected = deviations.filter(({ secondTry }) => secondTry).map(({ id }) => id)
  for (const all of [false, true]) {
    const open = deviations.filter(({ secondTry }) => secondTry)
    if (open.length === 0) break
    told(`once more: ${nameOf(first.specimen)}: ${open.map(({ id, said }) => `${id} (${said})`).join(', ')}`)
    const again = await fully(crew, first.specimen, all ? [] : open.map(({ id }) => id), 2)
    const cleared = open.filter(({ id }) => !judge({ ...observation, ...again.observation }).some((d) => d.id === id))
    observation = {
      ...observation,
      ...Object.fromEntries(cleared.map(({ id }) => [id, again.observation[id] ?? observation[id]])),
    } as Observation
    deviations = judge(observation)
  }
  const onceOnly = suspected.filter((id) => !deviations.some((each) => each.id === id))
  return { ...first, observation, deviations, onceOnly }
}

function changedBy({ specimen, observation }: First, references: References): readonly string[] {
  const mutant = mutants.find(({ id }) => specimen.kind === 'mutant' && id === specimen.id)
  if (!mutant) return []
  return Object.entries(observation)
    .filter(([id, { verdict }]) => !mutant.killedBy.includes(id) && references[specimen.shape][id]?.verdict !== verdict)
    .map(([id]) => id)
}

function judged(specimen: Specimen, observation: Observation, references: References): readonly Deviation[] {
  if (specimen.kind === 'facade')
    return deviationsOfFacade(observation, facades.find(({ id }) => id === specimen.id)?.honest ?? [])
  if (specimen.kind === 'reference') return deviationsOfReference(observation)
  const mutant = mutants.find(({ id }) => specimen.kind === 'mutant' && id === specimen.id)
  if (mutant) return deviationsOfMutant(mutant, observation, references[specimen.shape])
  const benign = benignVariants.find(({ id }) => specimen.kind === 'benign' && id === specimen.id)
  return deviationsOfCorrect(observation, benign?.undecided)
}

async function fully(
  crew: Crew,
  specimen: Specimen,
  only: readonly string[] = [],
  seed = 1,
): Promise<{ readonly observation: Observation; readonly millis: number }> {
  const driven = await crew.drive({ specimen, timeScale: timeScaleOf(specimen), only, seed })
  const asked = only.length > 0 ? only : cases.map(({ id }) => id)
  if ('observation' in driven) return { ...driven, observation: withMissing(driven.observation, asked) }
  // Not a verdict on anything: every case counts as one that the harness broke in.
  const grounds = driven.broke
  const observation = Object.fromEntries(asked.map((id) => [id, { verdict: 'error' as const, grounds }]))
  return { observation, millis: 0 }
}

/** Some of them wait for most of a minute; on a machine that others keep busy they would be killed less often. */
const chancesAtOnce = 4

/** The named cases of mutants whose kill is a matter of chance, until they failed once or `runs` times over. */
export async function countChances(
  { crew, lanes, told }: Campaign,
  runs: number,
  until: 'first kill' | 'all runs',
  among: readonly Mutant[] = mutants.filter(isMatterOfChance),
): Promise<readonly Chance[]> {
  return await eachOf(among, until === 'all runs' ? 1 : lanes, async (mutant) => {
    const [shape = 'immediate'] = mutant.shapes
    const seeds = Array.from({ length: runs }, (_, nth) => nth + 1)
    let begun = 0
    const observations: Observation[] = []
    await eachOf(seeds, until === 'all runs' ? chancesAtOnce : 1, async (seed) => {
      if (until === 'first kill' && observations.length > 0) return
      begun += 1
      const { observation } = await fully(crew, { kind: 'mutant', id: mutant.id, shape }, mutant.killedBy, seed)
      if (mutant.killedBy.every((id) => observation[id]?.verdict === 'fail')) observations.push(observation)
    })
    const kills = observations.length
    told(`by chance: ${mutant.id}: ${kills} of ${begun}`)
    return { mutant, runs: begun, kills, observations }
  })
}
