import type { LatLng } from '#lib/position.ts'

/** A town by which people know where they are; `rank` 1 is named first where not all names fit, 3 last. */
export type Town = LatLng & { name: string; rank: 1 | 2 | 3 }

/* Each town's latitude and longitude at its middle, in degrees to two decimals: about a kilometre. */
const RANKS = [
  `Aberdeen 57.15 -2.09|Belfast 54.60 -5.93|Birmingham 52.48 -1.90|Bristol 51.45 -2.59|Cardiff 51.48 -3.18|Cork 51.90 -8.47
  |Dublin 53.35 -6.26|Edinburgh 55.95 -3.19|Glasgow 55.86 -4.25|Inverness 57.48 -4.22|Leeds 53.80 -1.55|Liverpool 53.41 -2.98|London 51.51 -0.13
  |Manchester 53.48 -2.24|Newcastle 54.97 -1.61|Norwich 52.63 1.30|Plymouth 50.37 -4.14|Southampton 50.91 -1.40`,
  `Aberystwyth 52.41 -4.08|Armagh 54.35 -6.65|Ayr 55.46 -4.63|Bangor 53.23 -4.13|Bath 51.38 -2.36|Brighton 50.83 -0.14
  |Cambridge 52.21 0.12|Canterbury 51.28 1.08|Carlisle 54.89 -2.94|Carmarthen 51.86 -4.31|Chester 53.19 -2.89|Colchester 51.89 0.90
  |Coventry 52.41 -1.51|Derby 52.92 -1.48|Derry 55.00 -7.32|Dumfries 55.07 -3.61|Dundee 56.46 -2.97|Durham 54.78 -1.57|Exeter 50.72 -3.53
  |Fort William 56.82 -5.11|Galway 53.27 -9.05|Gloucester 51.86 -2.24|Hereford 52.06 -2.71|Hull 53.74 -0.33|Ipswich 52.06 1.16|Kirkwall 58.98 -2.96
  |Lancaster 54.05 -2.80|Leicester 52.64 -1.13|Lerwick 60.15 -1.15|Limerick 52.66 -8.63|Lincoln 53.23 -0.54|Middlesbrough 54.57 -1.23
  |Northampton 52.24 -0.90|Nottingham 52.95 -1.15|Oxford 51.75 -1.26|Peterborough 52.57 -0.24|Perth 56.40 -3.44|Portsmouth 50.80 -1.09
  |Preston 53.76 -2.70|Reading 51.45 -0.97|Salisbury 51.07 -1.79|Sheffield 53.38 -1.47|Shrewsbury 52.71 -2.75|Sligo 54.27 -8.48
  |Stirling 56.12 -3.94|Stoke-on-Trent 53.00 -2.18|Stornoway 58.21 -6.39|Swansea 51.62 -3.94|Swindon 51.56 -1.78|Taunton 51.02 -3.10|Truro 50.26 -5.05
  |Waterford 52.26 -7.11|Wick 58.44 -3.09|Worcester 52.19 -2.22|Wrexham 53.05 -3.00|York 53.96 -1.08`,
  `Alnwick 55.41 -1.71|Andover 51.21 -1.49|Ashford 51.15 0.87|Athlone 53.42 -7.94|Aviemore 57.19 -3.83|Aylesbury 51.82 -0.81|Ballymena 54.86 -6.28
  |Banbury 52.06 -1.34|Barnstaple 51.08 -4.06|Barrow 54.11 -3.22|Basingstoke 51.27 -1.09|Bedford 52.14 -0.47|Berwick 55.77 -2.01|Blackpool 53.82 -3.05
  |Bodmin 50.47 -4.72|Boston 52.98 -0.02|Bournemouth 50.72 -1.88|Bradford 53.79 -1.75|Brecon 51.95 -3.39|Bridgwater 51.13 -3.00|Buxton 53.26 -1.91
  |Cheltenham 51.90 -2.08|Chesterfield 53.24 -1.42|Chichester 50.84 -0.78|Cirencester 51.72 -1.97|Coleraine 55.13 -6.66|Crewe 53.10 -2.44|Darlington 54.52 -1.55|Doncaster 53.52 -1.13
  |Dorchester 50.71 -2.44|Douglas 54.15 -4.48|Dundalk 54.00 -6.41|Dunfermline 56.07 -3.46|Elgin 57.65 -3.32|Enniskillen 54.34 -7.64|Falkirk 56.00 -3.78
  |Galashiels 55.62 -2.81|Grantham 52.91 -0.64|Great Yarmouth 52.61 1.73|Grimsby 53.56 -0.08|Guildford 51.24 -0.57|Harrogate 53.99 -1.54|Hastings 50.86 0.58
  |Haverfordwest 51.80 -4.97|Hawick 55.42 -2.79|Hexham 54.97 -2.10|Huntingdon 52.33 -0.18|Kendal 54.33 -2.75|Keswick 54.60 -3.13|Kilkenny 52.65 -7.25
  |Killarney 52.06 -9.51|Kilmarnock 55.61 -4.50|King's Lynn 52.75 0.40|Leominster 52.23 -2.74|Letterkenny 54.95 -7.73|Llandrindod Wells 52.24 -3.38
  |Ludlow 52.37 -2.72|Maidstone 51.27 0.52|Matlock 53.14 -1.55|Melton Mowbray 52.77 -0.89|Merthyr Tydfil 51.75 -3.38|Milton Keynes 52.04 -0.76|Monmouth 51.81 -2.72
  |Newbury 51.40 -1.32|Newmarket 52.24 0.41|Newport 51.59 -3.00|Newquay 50.41 -5.07|Newry 54.18 -6.34|Newtown 52.51 -3.31|Northallerton 54.34 -1.43
  |Oban 56.42 -5.47|Okehampton 50.74 -4.00|Omagh 54.60 -7.30|Oswestry 52.86 -3.05|Penrith 54.66 -2.75|Penzance 50.12 -5.54|Pickering 54.25 -0.78|Pitlochry 56.70 -3.73
  |Portree 57.41 -6.19|Ripon 54.14 -1.52|Rugby 52.37 -1.26|Scarborough 54.28 -0.40|Skipton 53.96 -2.02|St Andrews 56.34 -2.80|Stafford 52.81 -2.12
  |Stranraer 54.90 -5.03|Stratford-upon-Avon 52.19 -1.71|Thurso 58.59 -3.52|Tiverton 50.90 -3.49|Tralee 52.27 -9.70|Tunbridge Wells 51.13 0.26
  |Ullapool 57.90 -5.16|Warwick 52.28 -1.59|Wells 51.21 -2.65|Westport 53.80 -9.52|Wexford 52.34 -6.46|Whitby 54.49 -0.61|Whitehaven 54.55 -3.59
  |Winchester 51.06 -1.31|Yeovil 50.94 -2.63`,
] as const

/** Some two hundred towns of Great Britain and Ireland, the largest first. */
export const TOWNS: readonly Town[] = RANKS.flatMap((names, index) =>
  names.split('|').map((line) => {
    const words = line.trim().split(' ')
    const [lat, lng] = words.splice(-2).map(Number)
    return { name: words.join(' '), lat: lat ?? 0, lng: lng ?? 0, rank: (index + 1) as Town['rank'] }
  }),
)
