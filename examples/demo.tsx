<?xml version="1.0" encoding="UTF-8"?>
<tileset version="1.10" tiledversion="1.11.0" name="demo" tilewidth="32" tileheight="32" tilecount="7" columns="7">
 <image source="demo.png" width="224" height="32"/>
 <tile id="0" type="earth">
  <objectgroup draworder="index"><object id="1" x="0" y="0" width="32" height="32"/></objectgroup>
 </tile>
 <tile id="1" type="slope">
  <objectgroup draworder="index"><object id="1" x="0" y="32"><polygon points="0,0 32,-32 32,0"/></object></objectgroup>
 </tile>
 <tile id="2" type="slab">
  <objectgroup draworder="index"><object id="1" x="0" y="0" width="32" height="16"/></objectgroup>
 </tile>
 <tile id="3" type="brick">
  <properties><property name="solid" type="bool" value="true"/></properties>
 </tile>
 <tile id="5" type="gem">
  <objectgroup draworder="index"><object id="1" x="16" y="4"><polygon points="0,0 12,12 0,24 -12,12"/></object></objectgroup>
 </tile>
 <tile id="6" type="spike">
  <objectgroup draworder="index"><object id="1" x="16" y="0"><polygon points="0,0 16,32 -16,32"/></object></objectgroup>
 </tile>
</tileset>
