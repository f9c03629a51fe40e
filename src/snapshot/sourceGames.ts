import type { Game } from './game.ts';

type Row = Partial<Omit<Game, 'id' | 'name'>> & { appIds: readonly number[] };

/** A game whose query port is its game port, or `neighbours[0]` beside it. */
const row = (id: string, name: string, port: number, more: Row): Game => ({
  id,
  name,
  protocol: 'a2s',
  aliases: [],
  port,
  queryPort: port + (more.neighbours?.[0] ?? 0),
  neighbours: [],
  counts: 'info',
  colourCodes: false,
  withholds: [],
  ...more,
});

/** Most Unreal Engine 3 and 4 games: game port 7777, query port 27015 (spec a2s case 123). */
const UNREAL = [19238];
const NEXT = [1];

/**
 * The A2S games this project knows by name, the most played first. A server of any other A2S game is read as well:
 * a row only adds a name, ports to try and where the true counts stand.
 */
export const SOURCE_GAMES: readonly Game[] = [
  row('counterstrike2', 'Counter-Strike 2', 27015, {
    appIds: [730],
    aliases: ['cs2'],
    withholds: ['names', 'rules'],
  }),
  row('rust', 'Rust', 28015, { appIds: [252490], counts: 'rust', withholds: ['names'] }),
  row('teamfortress2', 'Team Fortress 2', 27015, { appIds: [440], aliases: ['tf2'] }),
  row('garrysmod', "Garry's Mod", 27015, { appIds: [4000], aliases: ['gmod'] }),
  row('ase', 'ARK: Survival Evolved', 7777, {
    appIds: [346110],
    aliases: ['ark', 'arkse'],
    neighbours: UNREAL,
    counts: 'ark',
  }),
  row('dayz', 'DayZ', 2302, { appIds: [221100], neighbours: [24714, 1], withholds: ['names'] }),
  row('arma3', 'Arma 3', 2302, { appIds: [107410], neighbours: NEXT }),
  row('armareforger', 'Arma Reforger', 2001, { appIds: [1874880], neighbours: [15776] }),
  row('projectzomboid', 'Project Zomboid', 16261, { appIds: [108600], aliases: ['pz', 'zomboid'] }),
  row('sdtd', '7 Days to Die', 26900, {
    appIds: [251570],
    aliases: ['7dtd', '7d2d'],
    neighbours: [-2],
    queryPort: 26900,
    withholds: ['names', 'rules'],
  }),
  row('valheim', 'Valheim', 2456, {
    appIds: [892970],
    neighbours: NEXT,
    withholds: ['names', 'rules'],
  }),
  row('unturned', 'Unturned', 27015, { appIds: [304930], neighbours: NEXT }),
  row('squad', 'Squad', 7787, { appIds: [393380], neighbours: [19378], counts: 'squad' }),
  row('hll', 'Hell Let Loose', 7777, { appIds: [686810], neighbours: [19238, 15] }),
  row('conanexiles', 'Conan Exiles', 7777, {
    appIds: [440900],
    aliases: ['conan'],
    neighbours: UNREAL,
    withholds: ['players'],
  }),
  row('insurgencysandstorm', 'Insurgency: Sandstorm', 27102, {
    appIds: [581320],
    aliases: ['sandstorm'],
    neighbours: [29, 1],
  }),
  row('counterstrike16', 'Counter-Strike 1.6', 27015, { appIds: [10], aliases: ['cs16', 'cs'] }),
  row('css', 'Counter-Strike: Source', 27015, { appIds: [240] }),
  row('csgo', 'Counter-Strike: Global Offensive', 27015, {
    appIds: [],
    withholds: ['players', 'rules'],
  }),
  row('cscz', 'Counter-Strike: Condition Zero', 27015, { appIds: [80], aliases: ['czero'] }),
  row('l4d2', 'Left 4 Dead 2', 27015, { appIds: [550], aliases: ['left4dead2'] }),
  row('l4d', 'Left 4 Dead', 27015, { appIds: [500], aliases: ['left4dead'] }),
  row('killingfloor2', 'Killing Floor 2', 7777, {
    appIds: [232090],
    aliases: ['kf2'],
    neighbours: UNREAL,
  }),
  row('mordhau', 'Mordhau', 7777, { appIds: [629760], neighbours: UNREAL, withholds: ['rules'] }),
  row('vrising', 'V Rising', 9876, { appIds: [1604030], neighbours: [1, 15] }),
  row('enshrouded', 'Enshrouded', 15636, { appIds: [1203620], neighbours: NEXT }),
  row('soulmask', 'Soulmask', 8777, { appIds: [2646460], neighbours: [18238] }),
  row('icarus', 'Icarus', 17777, { appIds: [1149460], neighbours: [9238] }),
  row('sotf', 'Sons Of The Forest', 8766, {
    appIds: [1326470],
    aliases: ['sonsoftheforest'],
    neighbours: [18250],
  }),
  row('theforest', 'The Forest', 27015, {
    appIds: [242760],
    aliases: ['forest'],
    neighbours: NEXT,
  }),
  row('spaceengineers', 'Space Engineers', 27016, { appIds: [244850], aliases: ['se'] }),
  row('egs', 'Empyrion - Galactic Survival', 30000, {
    appIds: [383120],
    aliases: ['empyrion'],
    neighbours: NEXT,
    withholds: ['names'],
  }),
  row('rs2v', 'Rising Storm 2: Vietnam', 7777, {
    appIds: [418460],
    aliases: ['rs2', 'risingstorm2'],
    neighbours: UNREAL,
  }),
  row('redorchestra2', 'Red Orchestra 2', 7777, {
    appIds: [35450],
    aliases: ['ro2'],
    neighbours: UNREAL,
  }),
  row('atlas', 'Atlas', 5761, { appIds: [834910], neighbours: [51800], counts: 'ark' }),
  row('pixark', 'PixARK', 7777, { appIds: [593600], neighbours: [19238, 1], counts: 'ark' }),
  row('dal', 'Dark and Light', 7777, {
    appIds: [529180],
    aliases: ['darkandlight'],
    neighbours: UNREAL,
    counts: 'ark',
  }),
  row('insurgency', 'Insurgency', 27015, { appIds: [222880] }),
  row('doi', 'Day of Infamy', 27015, { appIds: [447820] }),
  row('dods', 'Day of Defeat: Source', 27015, { appIds: [300] }),
  row('dod', 'Day of Defeat', 27015, { appIds: [30] }),
  row('hl2d', 'Half-Life 2: Deathmatch', 27015, { appIds: [320], aliases: ['hl2dm'] }),
  row('hld', 'Half-Life Deathmatch', 27015, { appIds: [70], aliases: ['hldm', 'halflife'] }),
  row('tfc', 'Team Fortress Classic', 27015, { appIds: [20] }),
  row('hlof', 'Half-Life: Opposing Force', 27015, { appIds: [50] }),
  row('svencoop', 'Sven Co-op', 27015, { appIds: [225840], aliases: ['sven'] }),
  row('nmrih', 'No More Room in Hell', 27015, { appIds: [224260] }),
  row('fof', 'Fistful of Frags', 27015, { appIds: [265630] }),
  row('blackmesa', 'Black Mesa', 27015, { appIds: [362890] }),
  row('zps', 'Zombie Panic! Source', 27015, { appIds: [17500] }),
  row('synergy', 'Synergy', 27015, { appIds: [17520] }),
  row('fortressforever', 'Fortress Forever', 27015, { appIds: [253530], aliases: ['ff'] }),
  row('alienswarm', 'Alien Swarm', 27015, { appIds: [630, 563560] }),
  row('theship', 'The Ship', 27015, { appIds: [2400], aliases: ['ship'] }),
  row('sin1', 'SiN 1 Multiplayer', 27015, { appIds: [1309] }),
  row('ragdollkungfu', 'Rag Doll Kung Fu', 27015, { appIds: [1002], aliases: ['rdkf'] }),
  row('modiverse', 'Modiverse', 7777, { appIds: [1281150] }),
  row('rfactorsteam', 'rFactor (Steam)', 34297, { appIds: [339790], withholds: ['rules'] }),
  row('quakelive', 'Quake Live', 27960, { appIds: [282440], colourCodes: true }),
  row('codmw3', 'Call of Duty: Modern Warfare 3', 27015, {
    appIds: [42690],
    aliases: ['mw3'],
    neighbours: [2],
    colourCodes: true,
    withholds: ['rules'],
  }),
  row('arma2', 'Arma 2', 2302, { appIds: [33900], neighbours: NEXT }),
  row('a2oa', 'Arma 2: Operation Arrowhead', 2302, { appIds: [33930], neighbours: NEXT }),
  row('dayzmod', 'DayZ Mod', 2302, { appIds: [224580], neighbours: NEXT }),
  row('postscriptum', 'Post Scriptum', 10027, {
    appIds: [736220],
    neighbours: [10],
    counts: 'squad',
  }),
  row('battalion1944', 'Battalion 1944', 7777, {
    appIds: [489940],
    neighbours: [3],
    counts: 'battalion',
    withholds: ['players'],
  }),
  row('dow', 'Days of War', 7777, { appIds: [454350], neighbours: UNREAL }),
  row('avorion', 'Avorion', 27000, { appIds: [445220], neighbours: [20] }),
  row('barotrauma', 'Barotrauma', 27015, { appIds: [602960], neighbours: NEXT }),
  row('stormworks', 'Stormworks', 25564, {
    appIds: [573090],
    neighbours: NEXT,
    withholds: ['rules'],
  }),
  row('corekeeper', 'Core Keeper', 1234, { appIds: [1621690], neighbours: NEXT }),
  row('dst', "Don't Starve Together", 10999, { appIds: [322330], neighbours: [16017] }),
  row('starbound', 'Starbound', 21025, { appIds: [211820] }),
  row('naturalselection2', 'Natural Selection 2', 27015, {
    appIds: [4920],
    aliases: ['ns2'],
    neighbours: NEXT,
  }),
  row('jc3m', 'Just Cause 3 - Multiplayer', 4200, { appIds: [619910], neighbours: NEXT }),
  row('rfactor2', 'rFactor 2', 54297, {
    appIds: [365960],
    queryPort: 64299,
    neighbours: [2, 10002],
    withholds: ['rules'],
  }),
  row('wurmunlimited', 'Wurm Unlimited', 3724, {
    appIds: [366220],
    aliases: ['wurm'],
    neighbours: [23292],
    withholds: ['names', 'rules'],
  }),
  row('lifeisfeudal', 'Life is Feudal: Your Own', 28000, {
    appIds: [290080],
    aliases: ['lif'],
    neighbours: [2],
    withholds: ['names'],
  }),
  row('miscreated', 'Miscreated', 64090, {
    appIds: [299740],
    neighbours: [2],
    withholds: ['names'],
  }),
  row('brink', 'Brink', 27015, { appIds: [22350], neighbours: NEXT, withholds: ['rules'] }),
  row('citadel', 'Citadel: Forged With Fire', 7777, {
    appIds: [487120],
    neighbours: UNREAL,
    withholds: ['rules'],
  }),
  row('aapg', "America's Army: Proving Grounds", 8777, {
    appIds: [203290],
    neighbours: [18243],
    withholds: ['rules'],
  }),
  row('americasarmy3', "America's Army 3", 8777, {
    appIds: [13140],
    aliases: ['aa3'],
    neighbours: [18243],
    withholds: ['rules'],
  }),
];

/**
 * San Andreas on two server programs that answer one protocol; the Snapshot tells which it was. Their ids are the words
 * people use; gamedig's are aliases.
 */
export const SAMP_GAMES: readonly Game[] = [
  row('samp', 'San Andreas Multiplayer (SA:MP)', 7777, {
    appIds: [],
    protocol: 'samp',
    aliases: ['gtasam', 'sa-mp'],
  }),
  row('openmp', 'open.mp (San Andreas)', 7777, {
    appIds: [],
    protocol: 'samp',
    aliases: ['gtasao', 'open.mp', 'omp'],
  }),
];

/** The row for a server whose game is not listed. */
export const ANY_SOURCE_GAME: Game = row('source', 'Any Source game (A2S)', 27015, {
  appIds: [],
  aliases: ['a2s', 'valve', 'goldsrc'],
});
